import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: { readonly type: string; readonly timestamp: string; readonly data: Record<string, unknown> };
}
type Responder = (response: ServerResponse, post: ReceivedRequest) => void;

/** A customer's server that records deliveries and replies as a test configures, by path. */
export class WebhookReceiver {
  readonly requests: ReceivedRequest[] = [];
  /** Number of connections since the start. */
  connections = 0;
  private readonly responders = new Map<string, Responder>();

  private constructor(
    private readonly server: ReturnType<typeof createServer>,
    readonly port: number,
  ) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const receiver = new WebhookReceiver(server, (server.address() as AddressInfo).port);
    server.on('connection', () => receiver.connections++);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const path = request.url!;
        const post = {
          path,
          headers: request.headers,
          text,
          body: JSON.parse(text || '{}') as ReceivedRequest['body'],
        };
        receiver.requests.push(post);
        const respond = receiver.responders.get(path) ?? ((response) => response.end('ok'));
        respond(response, post);
      });
    });
    return receiver;
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  respond(path: string, responder: Responder): void {
    this.responders.set(path, responder);
  }

  status(path: string, status: number, text = '', headers: Record<string, string> = {}): void {
    this.respond(path, (response) => response.writeHead(status, headers).end(text));
  }

  works(path: string): void {
    this.responders.delete(path);
  }

  of(path: string): ReceivedRequest[] {
    return this.requests.filter((post) => post.path === path);
  }

  closeConnections(): void {
    this.server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
