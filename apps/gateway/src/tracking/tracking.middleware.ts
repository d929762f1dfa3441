import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { ArrivingRequest, Middleware } from '../http/api-request.js';
import { MethodNotAllowed } from '../http/api-request.js';
import { BodyPace } from '../http/body-pace.js';
import { discardRest } from '../http/discard-body.js';
import { notFoundPage, pagePolicy } from './link-pages.js';
import type { LinkAnswer, Visitor } from './tracking-links.js';
import { TrackingLinks } from './tracking-links.js';
import { PeriodicTask } from '@postrider/concurrency';
import { CONFIG } from '@postrider/service';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import type { GatewayConfig } from '../config.js';

/** A host name works for its account within so long in all gateways. */
const everyMs = 30_000;

/** The host names that accounts have for the links in their mails: under them there is nothing else. */
@Injectable()
export class TrackingDomains extends PeriodicTask {
  private owners: ReadonlyMap<string, string> = new Map();
  private readonly publicHost: string | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly accounts: AccountsRepository,
    @Inject(CONFIG) { PUBLIC_URL }: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {
    super({ everyMs, firstAfterMs: 0, failure: 'the host names of accounts could not be read' });
    this.publicHost = PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL).hostname;
  }

  /** Whose host name was asked for; undefined where it is the installation's own. Which one it was is found out only where there are others. */
  ownerOf(request: { readonly hostname: string | undefined }): string | undefined {
    if (this.owners.size === 0) return undefined;
    const { hostname: host } = request;
    return host === undefined || host === this.publicHost ? undefined : this.owners.get(host.toLowerCase());
  }

  protected async batch(): Promise<void> {
    const domains = await this.accounts.trackingDomains(this.database.manager);
    this.owners = new Map(domains.map(({ id, domain }) => [domain, id]));
  }
}

const address = /^\/t(?:\/|$)/;
const link = /^\/t\/([ocuv])\/([\w-]+)$/;

/** A transparent picture of one pixel, as text of its bytes: Node writes that in one piece with the headers, which bytes are not. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64').toString('latin1');

/** The mail is its sender's: it may show itself and run nothing, and it is nobody's origin. */
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
 * The links in mails, which need no key: they are signed (docs/tracking.md). No answer says what is wrong with one. Under the host name of an account
 * there is nothing else.
 */
@Injectable()
export class TrackingPages {
  constructor(
    private readonly links: TrackingLinks,
    private readonly domains: TrackingDomains,
    private readonly bodies: BodyPace,
  ) {}

  readonly serve: Middleware = async (request, response, next) => {
    const owner = this.domains.ownerOf(request);
    if (!address.test(request.path)) return owner === undefined ? next() : notFound(request, response, this.bodies);
    const [, kind = '', token = ''] = link.exec(request.path) ?? [];
    if (kind === '') return notFound(request, response, this.bodies);
    // For the access log and its figures; a token is a secret.
    request.route = { path: `/t/${kind}/:token` };
    const methods = kind === 'u' ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
    if (!methods.includes(request.method)) throw new MethodNotAllowed(request.method, methods);
    const answered = await follow(this.links, kind, token, request, visitorOf(request, owner));
    if (answered) answer(request, response, answered, this.bodies);
    else notFound(request, response, this.bodies);
  };
}

const visitorOf = ({ method, headers, requestId, deadline }: ArrivingRequest, owner: string | undefined): Visitor => ({
  method,
  headers,
  requestId: requestId!,
  deadline: deadline!,
  owner,
});

function follow(
  links: TrackingLinks,
  kind: string,
  token: string,
  request: ArrivingRequest,
  visitor: Visitor,
): LinkAnswer | undefined | Promise<LinkAnswer | undefined> {
  if (kind === 'o') return links.open(token, visitor);
  if (kind === 'c') return links.click(token, visitor);
  if (kind === 'u') return links.unsubscribe(token, visitor, request.query['via'] === 'page');
  return links.view(token, visitor);
}

function answer(request: ArrivingRequest, response: Response, answered: LinkAnswer, bodies: BodyPace): void {
  discardRest(request, response, bodies);
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Robots-Tag', 'noindex, nofollow');
  if (answered.kind === 'pixel') {
    response.setHeader('Content-Type', 'image/gif');
    response.setHeader('Content-Length', pixel.length);
    response.end(pixel, 'latin1');
  } else if (answered.kind === 'redirect') {
    response.statusCode = 302;
    response.setHeader('Location', onTheWire(answered.url));
    response.end();
  } else {
    response.statusCode = answered.kind === 'page' ? answered.status : 200;
    if (response.statusCode === 503) response.setHeader('Retry-After', '60');
    response.setHeader('Content-Security-Policy', answered.kind === 'page' ? pagePolicy : mailPolicy);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(answered.html);
  }
}

/** An address as it was written, where a header can hold it. */
const onTheWire = (url: string): string => (/^[\x21-\x7e]*$/.test(url) ? url : new URL(url).href);

function notFound(request: ArrivingRequest, response: Response, bodies: BodyPace): void {
  discardRest(request, response, bodies);
  response.statusCode = 404;
  response.setHeader('X-Robots-Tag', 'noindex, nofollow');
  response.setHeader('Content-Security-Policy', pagePolicy);
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(notFoundPage());
}
