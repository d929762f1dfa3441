const timeoutMs = 15_000;
const mostAnswerCharacters = 300;

/** What a provider's API is asked with. */
export interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
}

/** The API of one provider, as far as webhooks are registered by it. */
export class ProviderApi {
  constructor(
    private readonly baseUrl: string,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** The answer's JSON. @throws Error with what the provider said */
  async ask(method: string, path: string, asked: Asked = {}): Promise<Readonly<Record<string, unknown>>> {
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

  private async answer(method: string, path: string, asked: Asked): Promise<{ status: number; text: string }> {
    const body = asked.form
      ? new URLSearchParams(asked.form)
      : asked.json === undefined
        ? null
        : JSON.stringify(asked.json);
    const response = await fetch(this.baseUrl + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: 'application/json',
        ...(asked.json === undefined ? {} : { 'content-type': 'application/json' }),
        ...this.headers,
        ...asked.headers,
      },
      body,
    }).catch((error: unknown) => {
      throw new Error(`The provider could not be reached: ${(error as Error).message}`);
    });
    return { status: response.status, text: await response.text() };
  }
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return Array.isArray(value) ? { items: value } : (value as Record<string, unknown>);
}

export const basicAuthorization = (user: string, password: string): { authorization: string } => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
