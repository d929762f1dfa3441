const maxLanguages = 10;
/** `de`, `de-AT` and `de_AT`, also with a weight as in Accept-Language. */
const tag = /^([a-z]{2})(?:[-_]([a-z]{2}))?(?:[-_;.].*)?$/i;

/**
 * The first locale that fits the languages of a user: exactly, else the language in its main country, else in any.
 * Undefined if none fits; the customer or the template then decides.
 */
export function chooseLocale(languages: readonly string[], available: readonly string[]): string | undefined {
  const wanted = languages.flatMap((language) => language.slice(0, 200).split(/[,\s]+/)).slice(0, maxLanguages);
  for (const [, language, country] of wanted.map((one) => tag.exec(one) ?? [])) {
    if (language === undefined) continue;
    const [lower, main] = [language.toLowerCase(), language.toUpperCase()];
    const found =
      available.find((locale) => locale === `${lower}-${country?.toUpperCase() ?? main}`) ??
      available.find((locale) => locale === `${lower}-${main}`) ??
      available.find((locale) => locale.startsWith(`${lower}-`));
    if (found !== undefined) return found;
  }
  return undefined;
}
