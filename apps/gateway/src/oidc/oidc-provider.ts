import { Inject, Injectable } from '@nestjs/common';
import { unavailable } from '@postrider/messaging';
import { CONFIG } from '@postrider/service';
import type { Configuration, IDToken } from 'openid-client';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { GatewayConfig } from '../config.js';
import { publicUrl } from '../config.js';

export const startPath = '/auth/oidc';
export const callbackPath = '/auth/callback';

/** Stored in a cookie while the user is at the provider. */
export interface Attempt {
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
}

/** A user, by the claims of the provider. */
export interface Person {
  readonly email: string;
  readonly name: string;
}

/** The configured OIDC provider (docs/users.md#logging-in-by-oidc). Its metadata is loaded when it is first needed. */
@Injectable()
export class OidcProvider {
  private known: Promise<Configuration> | undefined;

  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {}

  get isConfigured(): boolean {
    return this.config.OIDC_ISSUER !== undefined && this.config.OIDC_CLIENT_ID !== undefined;
  }

  /** The URL to redirect to, and the attempt to store in the browser. */
  async start(): Promise<{ readonly url: string; readonly attempt: Attempt }> {
    const attempt = { verifier: randomPKCECodeVerifier(), state: randomState(), nonce: randomNonce() };
    const url = buildAuthorizationUrl(await this.provider(), {
      redirect_uri: publicUrl(this.config) + callbackPath,
      scope: 'openid email profile',
      code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      state: attempt.state,
      nonce: attempt.nonce,
    });
    return { url: url.href, attempt };
  }

  /** Undefined if the address is not verified. @throws Error if the response does not belong to the attempt */
  async finish(query: string, { verifier, state, nonce }: Attempt): Promise<Person | undefined> {
    const tokens = await authorizationCodeGrant(
      await this.provider(),
      new URL(publicUrl(this.config) + callbackPath + query),
      { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
    );
    const { email, email_verified: isVerified, name }: Partial<IDToken> = tokens.claims() ?? {};
    if (typeof email !== 'string' || isVerified !== true) return undefined;
    return { email, name: typeof name === 'string' ? name.slice(0, 255) : '' };
  }

  private provider(): Promise<Configuration> {
    const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = this.config;
    const issuer = new URL(OIDC_ISSUER!);
    // Plain HTTP only if the operator has configured it.
    const execute = issuer.protocol === 'http:' ? [allowInsecureRequests] : [];
    this.known ??= discovery(issuer, OIDC_CLIENT_ID!, OIDC_CLIENT_SECRET, undefined, { execute, timeout: 10 }).catch(
      (error: unknown) => {
        this.known = undefined;
        throw unavailable(`The OIDC provider cannot be reached: ${(error as Error).message}`, 'oidc_unreachable');
      },
    );
    return this.known;
  }
}
