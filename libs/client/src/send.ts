import type { Client as FetchClient } from 'openapi-fetch';
import type { components, operations, paths } from './api.js';

type SendBody = components['schemas']['SendBody'];
type Recipient = components['schemas']['CopyRecipient'];
type ErrorBody = components['schemas']['Error'];

/** An email for `POST /send`. `to` takes an address, a recipient with a name, or up to 50 of them. */
export type Mail = Omit<SendBody, 'recipient' | 'to'> & {
  readonly to: string | Recipient | readonly (string | Recipient)[];
};

export interface SendOptions {
  /** Within 24 hours, the same email with the same key is sent once. Generated unless you set one. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** The response for an accepted email: it is stored, and will be sent. */
export type Receipt = operations['Send.send']['responses'][200]['content']['application/json'];

/** The API did not accept a request. */
export class PostriderError extends Error {
  override readonly name = 'PostriderError';

  constructor(
    message: string,
    /** The code of the API, such as `template_not_found`; undefined when a proxy responded. */
    readonly code: ErrorBody['status'] | undefined,
    readonly httpStatus: number,
    /** The fields at fault. */
    readonly errors: NonNullable<ErrorBody['errors']>,
    /** Whether the request may have taken effect. */
    readonly carriedOut: NonNullable<ErrorBody['carried_out']>,
    readonly requestId: string | undefined,
  ) {
    super(message);
  }
}

/** @throws PostriderError */
export async function send(
  client: FetchClient<paths>,
  { to, ...mail }: Mail,
  { idempotencyKey, signal }: SendOptions = {},
): Promise<Receipt> {
  const recipients = [to].flat().map((one) => (typeof one === 'string' ? { address: one } : one));
  const { data, error, response } = await client.POST('/send', {
    body: { ...mail, to: recipients },
    ...(idempotencyKey !== undefined && { params: { header: { 'Idempotency-Key': idempotencyKey } } }),
    ...(signal && { signal }),
  });
  if (data) return data;
  throw toError(response, error);
}

/** The body is that of a proxy if it is not one of the API. */
export function toError({ status, headers }: Response, body: Partial<ErrorBody> | undefined): PostriderError {
  const { message, status: code, errors = [], carried_out } = body ?? {};
  return new PostriderError(
    message ?? `The server returned ${status}`,
    code,
    status,
    errors,
    carried_out ?? (status < 500 ? 'no' : 'unknown'),
    headers.get('x-request-id') ?? undefined,
  );
}
