/** Names that some systems keep for themselves, and the one that the AMP part ends with. */
const taken = /^(?:con|prn|aux|nul|com\d|lpt\d|amp)$/;
const longest = 60;

/**
 * What a file or folder is called after the name of what is in it: small letters and digits, whatever the name has, and unlike those that are
 * there (which have small letters too, so that no system takes two for one).
 */
export function fileNameFor(name: string, fallback: string, used: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '');
  const base = plain === '' || taken.test(plain) ? [plain, fallback].filter(Boolean).join('-') : plain;
  if (!used.has(base)) return base;
  for (let number = 2; ; number++) if (!used.has(`${base}-${number}`)) return `${base}-${number}`;
}
