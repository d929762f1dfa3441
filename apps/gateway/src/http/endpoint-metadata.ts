import type { Type } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import type { ErrorCode, Rpc } from '@postrider/contracts';
import type { z } from 'zod';
import type { Right } from './caller.js';

export const ENDPOINT = 'postrider:endpoint';

/** An answer that is no JSON. */
export interface FileAnswer {
  readonly contentType: string;
}

/** What an operation takes. */
export interface BodyRule {
  readonly maxBytes: number;
  /** A file is handed to the handler as its bytes. */
  readonly format: 'json' | 'file';
  /** Of a file. */
  readonly contentType?: string;
}

/** See docs/operate/limits.md#requests: most operations need a few kilobytes. */
export const ordinaryBody: BodyRule = { maxBytes: 256 * 1024, format: 'json' };
/** Of whoever is not known yet: an address, a password, a token. */
export const smallBody: BodyRule = { maxBytes: 8 * 1024, format: 'json' };
export const largeBody: BodyRule = { maxBytes: 12 * 1024 * 1024, format: 'json' };
export const fileBody: BodyRule = { ...largeBody, format: 'file', contentType: 'application/zip' };
/** With what a form puts around the file. */
export const csvBody: BodyRule = { maxBytes: 5 * 1024 * 1024 + 64 * 1024, format: 'file', contentType: 'text/csv' };

/** What the description of the API says of an operation beyond its shapes, and how large its body may be. */
export interface EndpointDetails {
  /** What it does, in a few words. */
  readonly summary: string;
  /** What a caller should know besides, as Markdown. */
  readonly description?: string;
  /** The contract that answers it: its errors and examples are the operation's. */
  readonly asks?: Rpc;
  /** Errors that the gateway itself answers with, beside those of the contract. */
  readonly errors?: readonly ErrorCode[];
  /** Of an operation that the gateway carries out itself: there is no contract to take them from. */
  readonly examples?: { readonly request?: unknown; readonly answer?: unknown };
  /** Whether it takes an `Idempotency-Key` (docs/guides/idempotency.md). */
  readonly idempotent?: boolean;
  /** Answers what has a revision, in `ETag` (docs/guides/conflicts.md). */
  readonly revised?: boolean;
  /** Takes `If-Match`. */
  readonly conditional?: boolean;
  readonly body?: BodyRule;
  /** When more is sent than there is room for: sends that somebody waits for come first (docs/operate/limits.md#requests). */
  readonly turn?: 'first' | 'later';
  /** Who asks for it, where that is not a key or a user of an account: `anybody` needs no authentication, a `user` a session and no account. */
  readonly asker?: 'anybody' | 'user';
  /** Renders, which has a rate of its own (docs/guides/limits.md#rates). */
  readonly renders?: boolean;
}

/** What an operation says about itself: scope and body are checked by it before the body is read, the API is described by all of it. */
export interface EndpointMetadata extends EndpointDetails {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the controller's. */
  readonly paths: readonly string[];
  readonly scope: Right | null;
  readonly answer: z.ZodType | FileAnswer;
  readonly body: BodyRule;
}

/** An operation at one of its addresses, as Express writes them, after the version prefix. */
export interface DeclaredEndpoint {
  readonly handler: string;
  readonly path: string;
  readonly endpoint: EndpointMetadata;
}

export function endpointsOf(controller: Type): DeclaredEndpoint[] {
  const base = Reflect.getMetadata(PATH_METADATA, controller) as string;
  const prototype = controller.prototype as Record<string, object>;
  return Object.getOwnPropertyNames(prototype).flatMap((handler) => {
    const endpoint = Reflect.getMetadata(ENDPOINT, prototype[handler]!) as EndpointMetadata | undefined;
    return (endpoint?.paths ?? []).map((path): DeclaredEndpoint => ({
      handler,
      path: `/${[base, path].filter((part) => part !== '' && part !== '/').join('/')}`,
      endpoint: endpoint!,
    }));
  });
}
