/** What is meant by a few letters: every word begins a word of the label, or else is somewhere in it; those that begin come first. */
export function matching<Item extends { readonly label: string }>(
  words: string,
  items: readonly Item[],
): readonly Item[] {
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = ({ label }: Item): number => {
    const text = label.toLowerCase();
    const inWords = text.split(/[\s-]+/);
    if (asked.every((word) => inWords.some((known) => known.startsWith(word)))) return 0;
    return asked.every((word) => text.includes(word)) ? 1 : 2;
  };
  return items
    .map((item) => ({ item, rank: rank(item) }))
    .filter(({ rank }) => rank < 2)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
