import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

const context = 3;

/** How texts of files differ, as `diff -u` writes it; undefined is a file that is not there. Empty where they are equal. */
function differenceOf(path: string, from: string | undefined, to: string | undefined): string {
  if (from === to) return '';
  const names = [from === undefined ? '/dev/null' : `a/${path}`, to === undefined ? '/dev/null' : `b/${path}`] as const;
  const patch = createTwoFilesPatch(...names, from ?? '', to ?? '', '', '', {
    context,
    headerOptions: FILE_HEADERS_ONLY,
  });
  // What only the end of a line tells apart would look the same.
  return patch.replaceAll('\r', '\\r');
}

/** Of several files, those that one side has and those that the other has. */
export const differencesOf = (
  from: ReadonlyMap<string, string | undefined>,
  to: ReadonlyMap<string, string | undefined>,
): string =>
  [...new Set([...from.keys(), ...to.keys()])].map((path) => differenceOf(path, from.get(path), to.get(path))).join('');
