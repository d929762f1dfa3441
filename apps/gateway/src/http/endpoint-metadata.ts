import type { Type } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import type { ErrorCode, Rpc } from '@postrider/contracts';
import type { z } from 'zod';
import type { Right } from './caller.js';

export const ENDPOINT = 'postrider:endpoint';

/** A response that is not JSON. */
export interface FileResponse {
  readonly contentType: string;
}

/** The body that an operation takes. */
export interface BodyRule {
  readonly maxBytes: number;
  /** The handler gets a file as bytes. */
  readonly format: 'json' | 'file';
  /** The media type of a file. */
  readonly contentType?: string;
  /** JSON that the handler takes instead of a file. */
  readonly json?: z.ZodType;
}

/** See docs/operate/limits.md#requests: most operations need a few kilobytes. */
export const ordinaryBody: BodyRule = { maxBytes: 256 * 1024, format: 'json' };
/** For callers without authentication, who send an address, a password or a token. */
export const smallBody: BodyRule = { maxBytes: 8 * 1024, format: 'json' };
export const largeBody: BodyRule = { maxBytes: 12 * 1024 * 1024, format: 'json' };
export const fileBody: BodyRule = { ...largeBody, format: 'file', contentType: 'application/zip' };
/** 5 MB, and the multipart framing around the file. */
export const csvBody: BodyRule = { maxBytes: 5 * 1024 * 1024 + 64 * 1024, format: 'file', contentType: 'text/csv' };

/** The description of an operation for OpenAPI, and its options. */
export interface EndpointDetails {
  /** A few words. */
  readonly summary: string;
  /** Markdown. */
  readonly description?: string;
  /** The contract that the operation calls; it provides errors and examples. */
  readonly calls?: Rpc;
  /** Errors of the gateway itself, in addition to those of the contract. */
  readonly errors?: readonly ErrorCode[];
  /** For an operation without a contract. */
  readonly examples?: { readonly request?: unknown; readonly response?: unknown };
  /** Whether it takes an `Idempotency-Key` (docs/guides/idempotency.md). */
  readonly idempotent?: boolean;
  /** Whether the response has an `ETag` (docs/guides/conflicts.md). */
  readonly revised?: boolean;
  /** Whether it takes `If-Match`. */
  readonly conditional?: boolean;
  readonly body?: BodyRule;
  /** The priority of a send under overload (docs/operate/limits.md#requests). Other operations have none. */
  readonly priority?: 'first' | 'later';
  /** `public`: no authentication. `user`: a session without an account. Absent: a key or a session with an account. */
  readonly access?: 'public' | 'user';
  /** Whether the rate limit of renders applies (docs/guides/limits.md#rates). */
  readonly renders?: boolean;
}

/** The metadata of an operation, from which requests are checked and the OpenAPI description is generated. */
export interface EndpointMetadata extends EndpointDetails {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the path of the controller. */
  readonly paths: readonly string[];
  readonly scope: Right | null;
  readonly response: z.ZodType | FileResponse;
  readonly body: BodyRule;
}

/** An operation at one of its paths, in the syntax of Express, without the version prefix. */
export interface DeclaredEndpoint {
  readonly handler: string;
  readonly path: string;
  readonly endpoint: EndpointMetadata;
}

export function getEndpoints(controller: Type): DeclaredEndpoint[] {
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
