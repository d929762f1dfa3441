/** How most addresses begin; its place in the list stands for it in a link. The empty one is for all others. Only ever added to. */
const beginnings = ['', 'https://', 'https://www.', 'http://', 'http://www.'] as const;

/** An address as bytes: what it begins with as one, the rest as it is. */
export function compactUrl(url: string): Buffer {
  let longest = 0;
  beginnings.forEach((beginning, index) => {
    if (url.startsWith(beginning) && beginning.length > beginnings[longest]!.length) longest = index;
  });
  return Buffer.from(String.fromCharCode(longest) + url.slice(beginnings[longest]!.length));
}

/** Undefined where it is none of these. */
export function expandUrl(bytes: Buffer): string | undefined {
  const beginning = beginnings[bytes[0] ?? -1];
  return beginning === undefined ? undefined : beginning + bytes.toString('utf8', 1);
}
