import { createHash, randomUUID } from 'node:crypto';
import { bytePieces, pieceLength, textPieces } from '../../mime/body-encoding.js';

/** Placeholder of a long text while the rest is serialized. */
const mark = randomUUID();

/** Serializes the fields as JSON. Long texts are encoded in pieces, with a turn for other emails in between. */
export async function jsonBody(fields: object, mail: string): Promise<string | Buffer> {
  const long: string[] = [];
  const outline = JSON.stringify(fields, (_name, value: unknown) => {
    if (typeof value !== 'string' || value.length <= pieceLength) return value;
    long.push(value);
    return mark;
  });
  if (long.length === 0) return outline;
  const chunks: Buffer[] = [];
  for (const [at, between] of outline.split(mark).entries()) {
    chunks.push(Buffer.from(between));
    for await (const piece of textPieces(long[at] ?? '', mail))
      chunks.push(Buffer.from(JSON.stringify(piece).slice(1, -1)));
  }
  return Buffer.concat(chunks);
}

/** Encodes the fields as `application/x-www-form-urlencoded`, also in pieces. */
export async function formBody(
  fields: readonly (readonly [name: string, value: string])[],
  mail: string,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (const [name, value] of fields) {
    chunks.push(Buffer.from(`${chunks.length > 0 ? '&' : ''}${encoded(name)}=`));
    if (value.length <= pieceLength) chunks.push(Buffer.from(encoded(value)));
    else for await (const piece of textPieces(value, mail)) chunks.push(Buffer.from(encoded(piece)));
  }
  return Buffer.concat(chunks);
}

const encoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

/** The SHA-256 of a body in hex, also computed in pieces. */
export async function hashInPieces(body: Buffer, mail: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytePieces(body, mail)) hash.update(piece);
  return hash.digest('hex');
}
