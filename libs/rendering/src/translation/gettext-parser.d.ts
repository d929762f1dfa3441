/** The used part of gettext-parser 10, which has no types. */
declare module 'gettext-parser' {
  export type GetTextTranslation = {
    msgctxt?: string;
    msgid: string;
    msgid_plural?: string;
    msgstr: string[];
    comments?: { flag?: string };
  };
  export type GetTextTranslations = {
    charset?: string;
    headers?: Record<string, string>;
    translations: Record<string, Record<string, GetTextTranslation>>;
  };
  export const po: {
    compile(table: GetTextTranslations, options: { foldLength: number }): Buffer;
  };
}
