import { exchange, ExchangeFailed, type ProviderAnswer, type ProviderRequest } from '../drivers/http/exchange.js';

const mostAnswerCharacters = 300;

/** What a provider's API is asked with. */
export interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
}

type Method = NonNullable<ProviderRequest['method']>;

/** The API of one provider, as far as webhooks are registered by it. */
export class ProviderApi {
  constructor(
    private readonly baseUrl: string,
    /** The deadline of all that it is asked. */
    private readonly signal: AbortSignal,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** The answer's JSON. @throws Error with what the provider said */
  async ask(method: Method, path: string, asked: Asked = {}): Promise<Readonly<Record<string, unknown>>> {
    const { status, text } = await this.answer(method, path, asked);
    if (status >= 200 && status < 300) return objectIn(text);
    throw new Error(`The provider answered ${status} to ${method} ${path}: ${text.slice(0, mostAnswerCharacters)}`);
  }

  /** Whether there was such a thing. */
  async has(path: string): Promise<boolean> {
    const { status, text } = await this.answer('GET', path, {});
    if (status === 404) return false;
    if (status === 200) return true;
    throw new Error(`The provider answered ${status} to GET ${path}: ${text.slice(0, mostAnswerCharacters)}`);
  }

  private async answer(method: Method, path: string, { json, form, headers }: Asked): Promise<ProviderAnswer> {
    const typed: Readonly<Record<string, string>> = json === undefined ? {} : { 'content-type': 'application/json' };
    return exchange(
      {
        method,
        url: this.baseUrl + path,
        headers: { ...typed, ...this.headers, ...headers },
        body: form ? new URLSearchParams(form) : json === undefined ? undefined : JSON.stringify(json),
      },
      this.signal,
    ).catch((error: unknown) => {
      if (error instanceof ExchangeFailed)
        throw new Error(`The provider could not be reached: ${error.code ?? error.message}`);
      throw error;
    });
  }
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return Array.isArray(value) ? { items: value } : (value as Record<string, unknown>);
}

export const basicAuthorization = (user: string, password: string): { authorization: string } => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
