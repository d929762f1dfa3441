import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const bucket = 'mail';
const accessKeyId = 'test-access-key';
const secretAccessKey = 'test-secret-key';

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** The signature that a request must have: AWS Signature Version 4, in the Authorization header. */
function computeSignature({ method, url, headers }: IncomingMessage, scope: string, signed: string): string {
  const { pathname, searchParams } = new URL(url!, 'http://localhost');
  const query = [...searchParams]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .toSorted()
    .join('&');
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const request = [method, pathname, query, lines.join(''), signed, headers['x-amz-content-sha256']].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  return hmac(key, ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(request)].join('\n')).toString('hex');
}

/**
 * An S3-compatible server with one bucket in memory. It supports PUT, GET with a range, and DELETE, and verifies
 * signatures.
 */
export class S3Server {
  /** The only accepted credentials. */
  readonly credentials = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
  /** Contents by key. */
  readonly objects = new Map<string, Buffer>();
  private readonly server: Server = createServer(
    (request, response) => void this.authorizeAndHandle(request, response),
  );

  static async start(): Promise<S3Server> {
    const s3 = new S3Server();
    await once(s3.server.listen(0, '127.0.0.1'), 'listening');
    return s3;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  keys(): string[] {
    return [...this.objects.keys()].toSorted();
  }

  /** A value for BLOB_URL. Pass `port` to put a proxy in between. */
  url(prefix: string, port = this.port): string {
    return `s3://${bucket}/${prefix}?endpoint=http://127.0.0.1:${port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async authorizeAndHandle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const content = await buffer(request);
      const [, name, key] = /^\/([^/?]+)\/([^?]*)/.exec(request.url!) ?? [];
      const problem = this.rejection(request, content, name);
      if (problem !== undefined) return fail(response, ...problem);
      this.handle(request, response, decodeURIComponent(key!), content);
    } catch {
      response.destroy();
    }
  }

  private rejection(request: IncomingMessage, content: Buffer, name?: string): [number, string] | undefined {
    const [, id, scope, signed, signature] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
        request.headers.authorization ?? '',
      ) ?? [];
    if (id !== accessKeyId) return [403, 'InvalidAccessKeyId'];
    if (computeSignature(request, scope!, signed!) !== signature) return [403, 'SignatureDoesNotMatch'];
    if (name !== bucket) return [404, 'NoSuchBucket'];
    if (request.headers['x-amz-content-sha256'] !== sha256(content)) return [400, 'XAmzContentSHA256Mismatch'];
    return undefined;
  }

  private handle({ method, headers }: IncomingMessage, response: ServerResponse, key: string, content: Buffer): void {
    if (method === 'PUT') this.objects.set(key, content);
    if (method === 'DELETE') this.objects.delete(key);
    if (method !== 'GET') return void response.writeHead(method === 'DELETE' ? 204 : 200).end();
    const object = this.objects.get(key);
    if (object === undefined) return fail(response, 404, 'NoSuchKey');
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    if (Number(start) >= object.length) return fail(response, 416, 'InvalidRange');
    const part = object.subarray(Number(start), Number(end) + 1);
    const range = `bytes ${start}-${Number(start) + part.length - 1}/${object.length}`;
    response.writeHead(206, { 'content-length': part.length, 'content-range': range }).end(part);
  }
}

const fail = (response: ServerResponse, status: number, code: string): void =>
  void response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
