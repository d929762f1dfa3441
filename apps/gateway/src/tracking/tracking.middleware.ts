import { pipeline } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { IncomingApiRequest, Middleware } from '../http/api-request.js';
import { MethodNotAllowed } from '../http/api-request.js';
import { BodyRateLimiter } from '../http/body-rate-limiter.js';
import { discardRest } from '../http/discard-body.js';
import { sendCounted } from '../http/response-memory.js';
import { linkPagesIn, pagePolicy } from './link-pages.js';
import type { LinkResponse, Visitor } from './tracking-links.js';
import { TrackingLinks } from './tracking-links.js';
import { PeriodicTask } from '@postrider/concurrency';
import { CONFIG } from '@postrider/service';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import type { GatewayConfig } from '../config.js';
import { publicUrl } from '../config.js';

/** How often gateways load the host names of accounts. */
const everyMs = 30_000;

/** The host names of accounts for the links in their emails, under which nothing else is served. */
@Injectable()
export class TrackingDomains extends PeriodicTask {
  private owners: ReadonlyMap<string, string> = new Map();
  private domains: ReadonlyMap<string, string> = new Map();
  private readonly publicUrl: string;
  private readonly publicHost: string | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly accounts: AccountsRepository,
    @Inject(CONFIG) config: Pick<GatewayConfig, 'PUBLIC_URL' | 'PORT' | 'TLS_CERT'>,
  ) {
    super({ everyMs, firstAfterMs: 0, failure: 'cannot load the host names of accounts' });
    this.publicUrl = publicUrl(config);
    this.publicHost = config.PUBLIC_URL === undefined ? undefined : new URL(config.PUBLIC_URL).hostname;
  }

  /** The account of the host name; undefined for that of the installation. Express parses the host only if needed. */
  findOwner(request: { readonly hostname: string | undefined }): string | undefined {
    if (this.owners.size === 0) return undefined;
    const { hostname: host } = request;
    return host === undefined || host === this.publicHost ? undefined : this.owners.get(host.toLowerCase());
  }

  /** Where links of the account begin, without a trailing slash. */
  getBaseUrl(accountId: string): string {
    const domain = this.domains.get(accountId);
    return domain === undefined ? this.publicUrl : `${new URL(this.publicUrl).protocol}//${domain}`;
  }

  protected async batch(): Promise<void> {
    const domains = await this.accounts.trackingDomains(this.database.manager);
    this.owners = new Map(domains.map(({ id, domain }) => [domain, id]));
    this.domains = new Map(domains.map(({ id, domain }) => [id, domain]));
  }
}

const address = /^\/t(?:\/|$)/;
const link = /^\/t\/([ocuvai])\/([\w-]+)$/;

/** A transparent pixel as a string, which Node writes together with the headers, unlike a buffer. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64').toString('latin1');

/** An email can show itself, but run no scripts, in an opaque origin. */
const mailPolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  'img-src http: https: data:',
  "style-src 'unsafe-inline' http: https:",
  'font-src http: https: data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the links in emails, which are signed and need no key (docs/tracking.md). Responses do not reveal why a link
 * is invalid. Under the host name of an account nothing else is served.
 */
@Injectable()
export class TrackingPages {
  constructor(
    private readonly links: TrackingLinks,
    private readonly domains: TrackingDomains,
    private readonly bodies: BodyRateLimiter,
  ) {}

  readonly serve: Middleware = async (request, response, next) => {
    const owner = this.domains.findOwner(request);
    if (!address.test(request.path)) return owner === undefined ? next() : notFound(request, response, this.bodies);
    const [, kind = '', token = ''] = link.exec(request.path) ?? [];
    if (kind === '') return notFound(request, response, this.bodies);
    // Keeps the token, which is a secret, out of the access log and the metrics.
    request.route = { path: `/t/${kind}/:token` };
    const methods = kind === 'u' ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
    if (!methods.includes(request.method)) throw new MethodNotAllowed(request.method, methods);
    const linkResponse = await follow(this.links, kind, token, request, toVisitor(request, owner));
    if (linkResponse) respond(request, response, linkResponse, this.bodies);
    else notFound(request, response, this.bodies);
  };
}

const toVisitor = (
  { method, headers, requestId, deadline, ip }: IncomingApiRequest,
  owner: string | undefined,
): Visitor => ({
  method,
  headers,
  requestId: requestId!,
  deadline: deadline!,
  ip,
  owner,
});

function follow(
  links: TrackingLinks,
  kind: string,
  token: string,
  request: IncomingApiRequest,
  visitor: Visitor,
): LinkResponse | undefined | Promise<LinkResponse | undefined> {
  if (kind === 'o') return links.open(token, visitor);
  if (kind === 'c') return links.click(token, visitor);
  if (kind === 'i') return links.image(token, visitor);
  if (kind === 'u') return links.unsubscribe(token, visitor, request.query['via'] === 'page');
  return kind === 'a' ? links.attachment(token, visitor) : links.view(token, visitor);
}

function respond(
  request: IncomingApiRequest,
  response: Response,
  linkResponse: LinkResponse,
  bodies: BodyRateLimiter,
): void {
  discardRest(request, response, bodies);
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Robots-Tag', 'noindex, nofollow');
  if (linkResponse.kind === 'pixel') {
    response.setHeader('Content-Type', 'image/gif');
    response.setHeader('Content-Length', pixel.length);
    response.end(pixel, 'latin1');
  } else if (linkResponse.kind === 'redirect') {
    response.statusCode = 302;
    response.setHeader('Location', toLocation(linkResponse.url));
    response.end();
  } else if (linkResponse.kind === 'image') {
    const { contentType, content } = linkResponse.image;
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.setHeader('ETag', `"${linkResponse.id}"`);
    response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
    // Pages of other origins show it, also those with a Cross-Origin-Embedder-Policy.
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    if (request.fresh) response.status(304).end();
    else sendCounted(response, contentType, content);
  } else if (linkResponse.kind === 'file') {
    const { type, disposition, length } = linkResponse.file.getHeaders();
    response.setHeader('Content-Type', type!);
    response.setHeader('Content-Disposition', disposition!);
    response.setHeader('Content-Length', length!);
    // Errors close the connection, which shows the reader that the file is incomplete.
    pipeline(linkResponse.file.getStream(), response, () => undefined);
  } else {
    response.statusCode = linkResponse.kind === 'page' ? linkResponse.status : 200;
    if (response.statusCode === 503) response.setHeader('Retry-After', '60');
    response.setHeader('Content-Security-Policy', linkResponse.kind === 'page' ? pagePolicy : mailPolicy);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(linkResponse.html);
  }
}

/** The URL as it was written if a header can hold it, or else encoded. */
const toLocation = (url: string): string => (/^[\x21-\x7e]*$/.test(url) ? url : new URL(url).href);

function notFound(request: IncomingApiRequest, response: Response, bodies: BodyRateLimiter): void {
  discardRest(request, response, bodies);
  response.statusCode = 404;
  response.setHeader('X-Robots-Tag', 'noindex, nofollow');
  response.setHeader('Content-Security-Policy', pagePolicy);
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(linkPagesIn(request.headers['accept-language']).notFound());
}
