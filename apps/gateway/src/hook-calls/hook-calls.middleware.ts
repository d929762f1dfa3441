import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { okResponse, ServiceError } from '@postrider/contracts';
import { withinRequest, withoutAccount } from '@postrider/messaging';
import type { Response } from 'express';
import { AddressLimiter } from '../authentication/address-limiter.js';
import { Admission } from '../http/admission.js';
import type { ErrorForm } from '../http/api-error.filter.js';
import type { IncomingApiRequest, Middleware } from '../http/api-request.js';
import { MethodNotAllowed } from '../http/api-request.js';
import { BodyReader } from '../http/body.middleware.js';
import type { Caller } from '../http/caller.js';
import { parseJson } from '../http/json-body.js';
import type { AuthenticCall } from '../identity-hooks/hook-secrets.js';
import { authenticate } from '../identity-hooks/hook-secrets.js';
import type { IdentityHookKind } from '../identity-hooks/kinds.js';
import type { KnownHook } from '../identity-hooks/known-hooks.js';
import { KnownHooks } from '../identity-hooks/known-hooks.js';
import { RequestLimits } from '../limits/request-limits.js';
import { HookMailsService } from './hook-mails.service.js';
import { readAuth0 } from './readers/auth0.js';
import { readClerk } from './readers/clerk.js';
import type { CallReader } from './readers/hook-call.js';
import { readLogto } from './readers/logto.js';
import { readSupabase } from './readers/supabase.js';

const address = /^\/hooks\/(supabase|auth0|logto|clerk)\/(idh_[0-9A-Za-z]{22})(?:\?|$)/;
/** Auth0 and Clerk send the finished email. */
const maxBytes = 1024 * 1024;
/** Calls of one address per minute that are not authentic, as for wrong API keys. */
const maxRejected = 50;

const readers: Readonly<Record<IdentityHookKind, CallReader>> = {
  supabase: readSupabase,
  auth0: readAuth0,
  logto: readLogto,
  clerk: readClerk,
};

/** Receives the calls of identity providers (docs/guides/identity.md). The secret of the hook replaces an API key. */
@Injectable()
export class HookCalls {
  private readonly refused = new AddressLimiter(maxRejected, 'Too many calls that are not authentic');

  constructor(
    private readonly hooks: KnownHooks,
    private readonly bodies: BodyReader,
    private readonly limits: RequestLimits,
    private readonly admission: Admission,
    private readonly mails: HookMailsService,
  ) {}

  readonly serve: Middleware = (request, response, next) => {
    const [, kind, id] = address.exec(request.url) ?? [];
    return id === undefined ? next() : this.respond(request, response, kind as IdentityHookKind, id);
  };

  private async respond(
    request: IncomingApiRequest,
    response: Response,
    kind: IdentityHookKind,
    id: string,
  ): Promise<void> {
    request.route = { path: `/hooks/${kind}/:id` };
    if (request.method !== 'POST') throw new MethodNotAllowed(request.method, ['POST']);
    const hook = await this.hooks.find(id);
    if (hook?.kind !== kind) throw this.reject(request, new ServiceError('not_found', 'No such identity hook'));
    const { accountId } = hook;
    const requestId = request.requestId!;
    await withinRequest({ accountId, requestId }, () => withoutAccount(() => this.receive(request, response, hook)));
  }

  private async receive(request: IncomingApiRequest, response: Response, hook: KnownHook): Promise<void> {
    const caller = toCaller(hook);
    const body = await this.bodies.readBytes(request, response, { sender: caller, maxBytes });
    const authentic = authenticate(hook.kind, validSecrets(hook), request.headers, body);
    // Not recorded: anyone can make such a call, and it would replace the outcome of the provider's last call.
    if (typeof authentic === 'string') throw this.reject(request, new ServiceError('forbidden', authentic));
    try {
      const receipts = await this.send(request, hook, caller, body, authentic);
      this.hooks.recordOutcome(hook, undefined);
      response.json(hook.kind === 'supabase' ? {} : { ...okResponse, receipt_ids: receipts });
    } catch (error) {
      this.hooks.recordOutcome(hook, error instanceof ServiceError ? error.message : 'Internal error');
      throw error;
    }
  }

  private async send(
    request: IncomingApiRequest,
    hook: KnownHook,
    caller: Caller,
    body: Buffer,
    authentic: AuthenticCall,
  ): Promise<string[]> {
    const { accountId, limits } = caller;
    this.limits.countRequest(caller);
    const call = readers[hook.kind](await parseJson(accountId, body), hook);
    const context: RequestContext = {
      accountId,
      requestId: request.requestId!,
      deadline: request.deadline!,
      ...(limits && { limits }),
    };
    const repetition = call.id
      ? { id: call.id, hash: call.id }
      : authentic.callId === undefined
        ? undefined
        : { id: authentic.callId, hash: hash('sha256', body) };
    const release = this.admission.tryAcquire(accountId) ?? (await this.admission.wait(accountId, true));
    try {
      return await this.mails.send(context, caller, hook, call, repetition);
    } finally {
      release();
    }
  }

  /** Authentic calls of the same address pass: hosted providers call for all their customers from a few addresses. */
  private reject({ ip = '' }: IncomingApiRequest, error: ServiceError): ServiceError {
    this.refused.count(ip);
    return error;
  }
}

const toCaller = ({ id, accountId, mode, defaultSender, tracking, limits }: KnownHook): Caller => ({
  accountId,
  keyId: id,
  kind: mode,
  scopes: ['send'],
  defaultSender,
  tracking: tracking ?? null,
  ...(limits && { limits }),
});

const validSecrets = ({ known, oldSecretUntil }: KnownHook): string[] =>
  known.old !== undefined && (oldSecretUntil ?? 0) > Date.now() ? [known.current, known.old] : [known.current];

/** The errors of hooks of Supabase. */
export const supabaseErrors: ErrorForm = {
  fits: ({ path }) => /^\/hooks\/supabase\//i.test(path),
  respond: (_request, response, error) => {
    // Supabase repeats a call only after 429 and 503.
    if (error.code === 'idempotency_in_progress') response.status(503);
    response.removeHeader('Content-Type');
    response.json({ error: { http_code: response.statusCode, message: error.message } });
  },
};
