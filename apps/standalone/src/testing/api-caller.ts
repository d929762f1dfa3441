import { liveKey } from './whole-system.js';

export interface ApiResponse<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

interface RequestOptions {
  /** null: no key. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the API at `url`, which has no path; `path` is relative to `/api/v1`. */
export class ApiCaller {
  constructor(readonly url: string) {}

  /** A text body is sent unchanged, any other as JSON. */
  async call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    { key = liveKey, headers = {} }: RequestOptions = {},
  ): Promise<ApiResponse<Body>> {
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: { ...headers, ...(key === null ? {} : { authorization: `Basic ${btoa(`${key}:`)}` }) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
  }
}
