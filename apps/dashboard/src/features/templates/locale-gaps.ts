import { t } from '../../i18n/texts.js';
import type { Version } from './requests.js';

/** The possible locales (docs/guides/locales.md#supported-locale-codes). */
export const localeCodes: readonly string[] =
  'en-US af-ZA am-ET ar-AE ar-BH ar-DZ ar-EG ar-JO ar-KW ar-LB ar-MA ar-OM ar-QA ar-SA ar-SD az-AZ be-BY bg-BG bn-BD bn-MY ca-ES cs-CZ da-DK de-AT de-BE de-CH de-DE de-LI de-LU el-CY el-GR en-AE en-AL en-AM en-AO en-AR en-AT en-AU en-AZ en-BB en-BD en-BE en-BG en-BH en-BO en-BR en-BS en-BW en-CA en-CH en-CL en-CN en-CO en-CR en-CY en-CZ en-DE en-DK en-DO en-DZ en-EC en-EE en-EG en-ES en-ET en-FI en-FR en-GB en-GH en-GI en-GR en-GT en-HK en-HN en-HR en-HU en-ID en-IE en-IL en-IN en-IS en-IT en-JM en-JO en-JP en-KE en-KH en-KR en-KW en-KZ en-LA en-LB en-LK en-LT en-LU en-LV en-MA en-MC en-MD en-MM en-MN en-MX en-MY en-NG en-NL en-NO en-NP en-NZ en-OM en-PA en-PE en-PH en-PK en-PL en-PT en-PY en-QA en-RO en-RS en-RU en-SA en-SD en-SE en-SG en-SI en-SK en-SV en-TH en-TR en-TT en-TW en-UA en-UY en-UZ en-VN en-ZA es-AR es-BO es-CL es-CO es-CR es-DO es-EC es-ES es-GT es-HN es-LA es-MX es-PA es-PE es-PY es-SV es-US es-UY es-VE et-EE fi-FI fr-BE fr-CA fr-CD fr-CH fr-CI fr-CL fr-CM fr-FR fr-GF fr-LB fr-LU fr-MA fr-MC he-IL hi-IN hr-HR hu-HU hy-AM id-ID id-MY is-IS it-CH it-IT it-MC ja-JP ka-GE kk-KZ km-KH ko-KR lb-LU lo-LA lt-LT lv-LV mk-MK mn-MN ms-MY my-MM nb-NO ne-MY ne-NP nl-BE nl-NL nl-SR nn-NO no-NO pl-GB pl-PL ps-AF pt-AO pt-BR pt-PT ro-MD ro-RO ru-KZ ru-RU si-LK sk-SK sl-SI sq-AL sr-RS sv-SE sw-KE ta-LK th-AU th-NZ th-TH tl-AU tl-NZ tl-PH tr-CY tr-TR uk-UA ur-PK uz-UZ vi-AU vi-CA vi-NZ vi-US vi-VN zh-CN zh-HK zh-TW'.split(
    ' ',
  );

/** The parts that a locale lacks, compared with the default locale. */
export interface Gaps {
  /** No version is published, so recipients get the default locale. */
  readonly unpublished: boolean;
  /** Parts that the default locale has. */
  readonly parts: readonly Part[];
  /** Names of the data that the default locale prints. */
  readonly variables: readonly string[];
  /** The age difference of the text to the default locale, in seconds; 0 if it is newer. */
  readonly olderBy: number;
  readonly modified: number;
}

type Content = Pick<Version, 'subject' | 'html' | 'text' | 'preheader' | 'amp_html' | 'modified' | 'published'>;

const parts = ['html', 'text', 'preheader', 'amp_html'] as const;
type Part = (typeof parts)[number];

export const nameOfPart = (part: Part): string =>
  ({ html: t('HTML'), text: t('Text'), preheader: t('Preheader'), amp_html: t('AMP') })[part];

export function findGaps(base: readonly Content[], other: readonly Content[]): Gaps {
  const from = base.find(({ published }) => published) ?? base.at(-1);
  const sent = other.find(({ published }) => published);
  const to = sent ?? other.at(-1);
  if (!from || !to) return { unpublished: true, parts: [], variables: [], olderBy: 0, modified: to?.modified ?? 0 };
  const names = getNames(to);
  return {
    unpublished: sent === undefined,
    parts: parts.filter((part) => from[part] && !to[part]),
    variables: [...getNames(from)].filter((name) => !names.has(name)),
    olderBy: Math.max(0, from.modified - to.modified),
    modified: to.modified,
  };
}

const tag = /\{\{[{#^&]?\s*([a-z_][\w.]*)/gi;

const getNames = ({ subject, html, text, preheader = '' }: Content): ReadonlySet<string> =>
  new Set([subject, html, text, preheader].flatMap((part) => [...part.matchAll(tag)].map(([, name = '']) => name)));
