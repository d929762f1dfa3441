import { createHash, randomUUID } from 'node:crypto';
import { byteChunks, chunkLength, textChunks } from '../../mime/body-encoding.js';

/** Placeholder of a long text while the rest is serialized. */
const mark = randomUUID();

/** Serializes the fields as JSON. Long texts are encoded in chunks, and other emails run in between. */
export async function jsonBody(fields: object, mail: string): Promise<string | Buffer> {
  const long: string[] = [];
  const outline = JSON.stringify(fields, (_name, value: unknown) => {
    if (typeof value !== 'string' || value.length <= chunkLength) return value;
    long.push(value);
    return mark;
  });
  if (long.length === 0) return outline;
  const chunks: Buffer[] = [];
  for (const [at, between] of outline.split(mark).entries()) {
    chunks.push(Buffer.from(between));
    for await (const chunk of textChunks(long[at] ?? '', mail))
      chunks.push(Buffer.from(JSON.stringify(chunk).slice(1, -1)));
  }
  return Buffer.concat(chunks);
}

/** Encodes the fields as `application/x-www-form-urlencoded`, also in chunks. */
export async function formBody(
  fields: readonly (readonly [name: string, value: string])[],
  mail: string,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (const [name, value] of fields) {
    chunks.push(Buffer.from(`${chunks.length > 0 ? '&' : ''}${encoded(name)}=`));
    if (value.length <= chunkLength) chunks.push(Buffer.from(encoded(value)));
    else for await (const chunk of textChunks(value, mail)) chunks.push(Buffer.from(encoded(chunk)));
  }
  return Buffer.concat(chunks);
}

const encoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

/** The SHA-256 of a body in hex, also computed in chunks. */
export async function hashInChunks(body: Buffer, mail: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of byteChunks(body, mail)) hash.update(chunk);
  return hash.digest('hex');
}
