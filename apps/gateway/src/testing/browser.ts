import type { ApiResponse, CallOptions, GatewayUnderTest } from './gateway-under-test.js';

/** A browser with a page of the gateway. It keeps cookies and sends Sec-Fetch-Site. */
export class Browser {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly api: GatewayUnderTest,
    private readonly headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
  ) {}

  async call(path: string, { headers, ...request }: CallOptions = {}): Promise<ApiResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.api.call(path, {
      key: null,
      ...request,
      headers: {
        ...this.headers,
        ...(cookie ? { cookie } : {}),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      if (value === '') this.cookies.delete(name!);
      else this.cookies.set(name!, value!);
    }
    return response;
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name);
  }

  /** A copy with the same cookies and other headers. */
  as(headers: Record<string, string>): Browser {
    const other = new Browser(this.api, headers);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }

  /** A copy without the session cookie, but with the device cookie. */
  withoutSession(): Browser {
    const other = this.as(this.headers);
    other.cookies.delete('postrider');
    return other;
  }
}
