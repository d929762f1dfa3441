import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorCode } from './listen.js';

const maxRequestBytes = 1024 * 1024;

/** An error response in plain text, like Mailpit's. */
export class HttpRejection extends Error {
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(text);
  }
}

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  query: URLSearchParams;
  /** Decoded values of the variable path segments. */
  segments: string[];
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxRequestBytes) throw new HttpRejection(413, 'request too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw notFound();
  }
}

export const notFound = () => new HttpRejection(404, '404 page not found');

export const isMissingFile = (error: unknown) => errorCode(error) === 'ENOENT';

export function sendJson(response: ServerResponse, body: unknown): void {
  send(response, 200, 'application/json', JSON.stringify(body));
}

export function send(response: ServerResponse, status: number, contentType: string, body: string | Uint8Array): void {
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}
