import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { Vault } from '@postrider/secrets';
import { CONFIG } from '@postrider/service';
import type { GatewayConfig } from '../config.js';
import type { IdentityHookKind } from './kinds.js';
import { kinds } from './kinds.js';

/** Encrypts and decrypts the secrets of identity hooks (docs/architecture.md#secrets). */
@Injectable()
export class HookVault extends Vault {
  constructor(@Inject(CONFIG) { SECRETS_KEY }: Pick<GatewayConfig, 'SECRETS_KEY'>) {
    super(SECRETS_KEY, { service: 'gateway', table: 'identity_hooks', field: 'secrets' });
  }
}

/** `old` stays valid for a while after a rotation. */
export interface HookSecrets {
  readonly current: string;
  readonly old?: string;
}

/** 32 random bytes: for Supabase in the form of its dashboard. */
export function newHookSecret(kind: IdentityHookKind): string {
  if (kinds[kind].authentication === 'bearer') return randomBytes(32).toString('base64url');
  return `${kind === 'supabase' ? 'v1,' : ''}whsec_${randomBytes(32).toString('base64')}`;
}

const signingSecret = /^(?:v1,)?whsec_([A-Za-z0-9+/]{32,200}={0,2})$/;

/** Why a secret cannot be used; undefined if it can. Standard Webhooks requires 24 bytes. */
export function secretProblem(kind: IdentityHookKind, secret: string): string | undefined {
  if (kinds[kind].authentication === 'bearer' || signingSecret.test(secret)) return undefined;
  return `must be a secret of ${kinds[kind].provider}: ${kind === 'supabase' ? 'v1,' : ''}whsec_ and at least 24 bytes in base64`;
}

/** The tolerance of Standard Webhooks, in seconds. */
const maxAge = 300;
const maxHeaderLength = 2_048;
const maxSignatures = 10;

/** The id of an authentic call, by which a repetition is recognized; undefined if the provider sends none. */
export interface AuthenticCall {
  readonly callId: string | undefined;
}

/**
 * Checks that a call knows one of the secrets: by the signature of Standard Webhooks or Svix, or by a bearer token.
 * Returns the reason if not.
 */
export function authenticate(
  kind: IdentityHookKind,
  secrets: readonly string[],
  headers: IncomingHttpHeaders,
  body: Buffer,
  now = Date.now(),
): AuthenticCall | string {
  if (kinds[kind].authentication === 'signature') return checkSignature(secrets, headers, body, now);
  const token = headers.authorization?.trim().replace(/^Bearer +/i, '');
  if (!token) return 'The header Authorization is missing: send the secret of the hook as a Bearer token';
  const isKnown = secrets.some((secret) => timingSafeEqual(digest(token), digest(secret)));
  return isKnown ? { callId: undefined } : 'The token in Authorization is not the secret of this hook';
}

function checkSignature(
  secrets: readonly string[],
  headers: IncomingHttpHeaders,
  body: Buffer,
  now: number,
): AuthenticCall | string {
  const prefix = headers['webhook-id'] === undefined ? 'svix' : 'webhook';
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers[`${prefix}-${name}`]);
  if (!isHeader(id) || !isHeader(timestamp) || !isHeader(signatures))
    return 'The call is not signed: webhook-id, webhook-timestamp or webhook-signature is missing';
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > maxAge)
    return 'The timestamp of the call differs from the present time by more than 5 minutes';
  const decoded = signatures
    // Supabase adds a comma to the space of Standard Webhooks.
    .split(' ')
    .slice(0, maxSignatures)
    .flatMap((signature) => /^v1,([A-Za-z0-9+/]{43}=),?$/.exec(signature)?.[1] ?? [])
    .map((signature) => Buffer.from(signature, 'base64'));
  const isSigned = secrets.some((secret) => {
    const key = Buffer.from(signingSecret.exec(secret)?.[1] ?? '', 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
    return key.length > 0 && decoded.some((signature) => timingSafeEqual(signature, expected));
  });
  return isSigned ? { callId: id } : 'The signature does not match the secret of this hook';
}

const isHeader = (value: string | string[] | undefined): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxHeaderLength;

/** Equal lengths for the comparison. */
const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
