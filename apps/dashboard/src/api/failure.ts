/** An invalid field, with its path in the request. */
export type FieldError = { readonly field: string; readonly message: string };

/** The body of an API error (docs/guides/errors.md); all fields are optional. */
type Rejection = {
  readonly status?: string;
  readonly message?: string;
  readonly errors?: readonly FieldError[];
  readonly request_id?: string;
  readonly carried_out?: CarriedOut;
  readonly reason?: string;
  readonly service?: string;
};

/** Whether the request took effect. `yes`: it is stored and visible in a moment. `unknown`: no response arrived. */
export type CarriedOut = 'yes' | 'no' | 'unknown';

type Facts = {
  readonly code: string;
  readonly httpStatus: number;
  readonly carriedOut: CarriedOut;
  readonly fields?: readonly FieldError[];
  readonly requestId?: string | undefined;
  /** The reason why something is unavailable, and the service (docs/guides/errors.md#reasons). */
  readonly reason?: string | undefined;
  readonly service?: string | undefined;
};

/** A request that the API rejected, or that got no response. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly code: string;
  /** 0 without a response. */
  readonly httpStatus: number;
  readonly carriedOut: CarriedOut;
  readonly fields: readonly FieldError[];
  readonly requestId: string | undefined;
  readonly reason: string | undefined;
  readonly service: string | undefined;

  constructor(message: string, { code, httpStatus, carriedOut, fields = [], requestId, reason, service }: Facts) {
    super(message);
    this.code = code;
    this.httpStatus = httpStatus;
    this.carriedOut = carriedOut;
    this.fields = fields;
    this.requestId = requestId;
    this.reason = reason;
    this.service = service;
  }

  /** A later retry may succeed. */
  get isTemporary(): boolean {
    return this.httpStatus === 0 || this.httpStatus === 429 || this.httpStatus >= 500;
  }
}

export function rejected(response: Response, body: unknown): ApiFailure {
  const { status, message, errors, request_id, carried_out, reason, service }: Rejection = isRejection(body)
    ? body
    : {};
  return new ApiFailure(message ?? `${response.status} ${response.statusText}`.trim(), {
    code: status ?? 'unknown',
    httpStatus: response.status,
    // The response of a proxy does not show whether the request took effect.
    carriedOut: carried_out ?? (response.status >= 500 ? 'unknown' : 'no'),
    reason,
    service,
    fields: errors ?? [],
    requestId: request_id ?? response.headers.get('x-request-id') ?? undefined,
  });
}

/** There was no response. A read has no effect, so it counts as not carried out. */
export const unanswered = (error: unknown, method: string): ApiFailure =>
  new ApiFailure(error instanceof Error ? error.message : String(error), {
    code: 'unanswered',
    httpStatus: 0,
    carriedOut: method === 'GET' ? 'no' : 'unknown',
  });

const isRejection = (body: unknown): body is Rejection =>
  typeof body === 'object' && body !== null && 'success' in body && body.success === false;

/** Errors of fields other than the named ones. */
export const fieldErrorsExcept = (failure: unknown, names: readonly string[]): readonly FieldError[] =>
  failure instanceof ApiFailure
    ? failure.fields.filter(({ field }) => !names.some((name) => field === name || field.startsWith(`${name}.`)))
    : [];

/** The error of a field or of a field within it: `sender.address` belongs to `sender` too. */
export const findFieldError = (failure: unknown, field: string): string | undefined =>
  failure instanceof ApiFailure
    ? failure.fields.find(({ field: path }) => path === field || path.startsWith(`${field}.`))?.message
    : undefined;
