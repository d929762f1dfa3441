import { z } from 'zod';

/** The locale codes of docs/api.md#supported-locale-codes, exactly. */
export const locales: readonly string[] = `
en-US af-ZA am-ET ar-AE ar-BH ar-DZ ar-EG ar-JO ar-KW ar-LB ar-MA ar-OM ar-QA ar-SA ar-SD az-AZ be-BY bg-BG bn-BD
bn-MY ca-ES cs-CZ da-DK de-AT de-BE de-CH de-DE de-LI de-LU el-CY el-GR en-AE en-AL en-AM en-AO en-AR en-AT en-AU
en-AZ en-BB en-BD en-BE en-BG en-BH en-BO en-BR en-BS en-BW en-CA en-CH en-CL en-CN en-CO en-CR en-CY en-CZ en-DE
en-DK en-DO en-DZ en-EC en-EE en-EG en-ES en-ET en-FI en-FR en-GB en-GH en-GI en-GR en-GT en-HK en-HN en-HR en-HU
en-ID en-IE en-IL en-IN en-IS en-IT en-JM en-JO en-JP en-KE en-KH en-KR en-KW en-KZ en-LA en-LB en-LK en-LT en-LU
en-LV en-MA en-MC en-MD en-MM en-MN en-MX en-MY en-NG en-NL en-NO en-NP en-NZ en-OM en-PA en-PE en-PH en-PK en-PL
en-PT en-PY en-QA en-RO en-RS en-RU en-SA en-SD en-SE en-SG en-SI en-SK en-SV en-TH en-TR en-TT en-TW en-UA en-UY
en-UZ en-VN en-ZA es-AR es-BO es-CL es-CO es-CR es-DO es-EC es-ES es-GT es-HN es-LA es-MX es-PA es-PE es-PY es-SV
es-US es-UY es-VE et-EE fi-FI fr-BE fr-CA fr-CD fr-CH fr-CI fr-CL fr-CM fr-FR fr-GF fr-LB fr-LU fr-MA fr-MC he-IL
hi-IN hr-HR hu-HU hy-AM id-ID id-MY is-IS it-CH it-IT it-MC ja-JP ka-GE kk-KZ km-KH ko-KR lb-LU lo-LA lt-LT lv-LV
mk-MK mn-MN ms-MY my-MM nb-NO ne-MY ne-NP nl-BE nl-NL nl-SR nn-NO no-NO pl-GB pl-PL ps-AF pt-AO pt-BR pt-PT ro-MD
ro-RO ru-KZ ru-RU si-LK sk-SK sl-SI sq-AL sr-RS sv-SE sw-KE ta-LK th-AU th-NZ th-TH tl-AU tl-NZ tl-PH tr-CY tr-TR
uk-UA ur-PK uz-UZ vi-AU vi-CA vi-NZ vi-US vi-VN zh-CN zh-HK zh-TW
`
  .trim()
  .split(/\s+/);

export const defaultLocale = 'en-US';

const supported = new Set(locales);
export const isLocale = (code: string): boolean => supported.has(code);
export const locale = z
  .string()
  .refine(isLocale, 'must be a supported locale code, such as en-US')
  .meta({ id: 'Locale', description: 'A supported locale code.', examples: ['en-US'] });
