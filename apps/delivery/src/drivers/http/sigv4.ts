import { createHash, createHmac } from 'node:crypto';

export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, content: string): Buffer => createHmac('sha256', key).update(content).digest();

/**
 * AWS Signature Version 4 of a request without query: all headers to be sent, with `host`, `x-amz-date` and `authorization`.
 * @param headers lower-case names
 * @param bodyHash the SHA-256 of the body, in hex
 */
export function signedHeaders(
  { accessKeyId, secretAccessKey }: AwsKeys,
  region: string,
  service: string,
  url: URL,
  headers: Readonly<Record<string, string>>,
  bodyHash: string,
  at: Date,
  method: 'GET' | 'POST' = 'POST',
): Record<string, string> {
  const stamp = at.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = stamp.slice(0, 8);
  const all: Record<string, string> = { ...headers, host: url.host, 'x-amz-date': stamp };
  const names = Object.keys(all).toSorted();
  const signed = names.join(';');
  const canonical = [
    method,
    url.pathname,
    '',
    ...names.map((name) => `${name}:${all[name]?.trim()}`),
    '',
    signed,
    bodyHash,
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n')).toString('hex');
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`,
  };
}
