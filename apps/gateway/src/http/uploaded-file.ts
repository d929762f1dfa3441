import type { Stepwise } from '@postrider/concurrency';

const formType = /^multipart\/form-data\b/i;
const boundaryPattern = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;
const ofFile = /^content-disposition:[^\r\n]*[;\s]name="?file"?(?:[;\s]|$)/im;
const hasFileName = /^content-disposition:[^\r\n]*[;\s]filename\*?=/im;

/** A form with one file has few other fields. */
const maxParts = 100;
const maxHeaderLength = 8_192;
/** Bytes searched without a pause. */
const sliceLength = 524_288;

export const isForm = (contentType: string | undefined): boolean => formType.test(contentType ?? '');

/** The field `file` of a multipart form (RFC 7578), or undefined. Other fields are ignored. */
export function* fileOfForm(body: Buffer, contentType = ''): Stepwise<Buffer | undefined> {
  const [, quoted, plain] = (isForm(contentType) && boundaryPattern.exec(contentType)) || [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return undefined;
  const mark = Buffer.from(`\r\n--${boundary}`);
  // The first boundary may be the first line of the body.
  const first = Buffer.from(`--${boundary}`);
  let at = body.subarray(0, first.length).equals(first)
    ? first.length
    : after(yield* indexOf(body, mark, 0), mark.length);
  for (let parts = 0; at !== undefined && parts < maxParts; parts += 1) {
    const header = body.subarray(0, at + maxHeaderLength + endOfHeader.length).indexOf(endOfHeader, at);
    const end = header < 0 ? -1 : yield* indexOf(body, mark, header + 2);
    if (end < 0) return undefined;
    const fields = body.toString('utf8', at, header);
    if (ofFile.test(fields) && hasFileName.test(fields)) return body.subarray(header + 4, end);
    at = end + mark.length;
  }
  return undefined;
}

const endOfHeader = '\r\n\r\n';

function* indexOf(body: Buffer, mark: Buffer, from: number): Stepwise<number> {
  for (let start = from; start < body.length; start += sliceLength) {
    const found = body.subarray(start, start + sliceLength + mark.length - 1).indexOf(mark);
    if (found >= 0) return start + found;
    yield;
  }
  return -1;
}

const after = (at: number, length: number): number | undefined => (at < 0 ? undefined : at + length);
