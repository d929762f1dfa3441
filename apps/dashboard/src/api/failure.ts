/** One field at fault, by its path as it was sent. */
export type FieldError = { readonly field: string; readonly message: string };

/** The body of an API error (docs/guides/errors.md); all fields are optional. */
type Refusal = {
  readonly status?: string;
  readonly message?: string;
  readonly errors?: readonly FieldError[];
  readonly request_id?: string;
  readonly carried_out?: CarriedOut;
  readonly reason?: string;
  readonly service?: string;
};

/** Whether the request took effect. `yes`: it is stored and visible in a moment. `unknown`: no answer arrived. */
export type CarriedOut = 'yes' | 'no' | 'unknown';

type Facts = {
  readonly code: string;
  readonly httpStatus: number;
  readonly carriedOut: CarriedOut;
  readonly fields?: readonly FieldError[];
  readonly requestId?: string | undefined;
  /** Why something is unavailable, and which service that is about (docs/guides/errors.md#reasons). */
  readonly reason?: string | undefined;
  readonly service?: string | undefined;
};

/** A failed request: rejected by the API, or without an answer. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly code: string;
  /** 0 where there was no answer. */
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

  /** Asking again later may succeed. */
  get isTemporary(): boolean {
    return this.httpStatus === 0 || this.httpStatus === 429 || this.httpStatus >= 500;
  }
}

export function refused(response: Response, body: unknown): ApiFailure {
  const { status, message, errors, request_id, carried_out, reason, service }: Refusal = isRefusal(body) ? body : {};
  return new ApiFailure(message ?? `${response.status} ${response.statusText}`.trim(), {
    code: status ?? 'unknown',
    httpStatus: response.status,
    // The answer of a proxy does not show whether the request took effect.
    carriedOut: carried_out ?? (response.status >= 500 ? 'unknown' : 'no'),
    reason,
    service,
    fields: errors ?? [],
    requestId: request_id ?? response.headers.get('x-request-id') ?? undefined,
  });
}

/** No answer came. A read changes nothing, so nothing of it can have been carried out. */
export const unanswered = (error: unknown, method: string): ApiFailure =>
  new ApiFailure(error instanceof Error ? error.message : String(error), {
    code: 'unanswered',
    httpStatus: 0,
    carriedOut: method === 'GET' ? 'no' : 'unknown',
  });

const isRefusal = (body: unknown): body is Refusal =>
  typeof body === 'object' && body !== null && 'success' in body && body.success === false;

/** Field errors outside the named fields. */
export const fieldErrorsExcept = (failure: unknown, names: readonly string[]): readonly FieldError[] =>
  failure instanceof ApiFailure
    ? failure.fields.filter(({ field }) => !names.some((name) => field === name || field.startsWith(`${name}.`)))
    : [];

/** The error of a field or of anything below it: `sender.address` belongs to `sender` too. */
export const fieldErrorOf = (failure: unknown, field: string): string | undefined =>
  failure instanceof ApiFailure
    ? failure.fields.find(({ field: path }) => path === field || path.startsWith(`${field}.`))?.message
    : undefined;
