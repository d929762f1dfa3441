import { exchange, ExchangeFailed, type ProviderAnswer, type ProviderRequest } from './exchange.js';

const maxAnswerCharacters = 300;

/** What a provider's API is asked with. */
interface Asked {
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
  async ask(method: Method, path: string, asked: Asked = {}): Promise<Fields> {
    const { status, text } = await this.answer(method, path, asked);
    if (status >= 200 && status < 300) return objectIn(text);
    throw new Error(`The provider answered ${status} to ${method} ${path}: ${text.slice(0, maxAnswerCharacters)}`);
  }

  /** Whether there was such a thing. */
  async has(path: string): Promise<boolean> {
    const { status, text } = await this.answer('GET', path, {});
    if (status === 404) return false;
    if (status === 200) return true;
    throw new Error(`The provider answered ${status} to GET ${path}: ${text.slice(0, maxAnswerCharacters)}`);
  }

  private async answer(method: Method, path: string, { json, form }: Asked): Promise<ProviderAnswer> {
    const typed: Readonly<Record<string, string>> = json === undefined ? {} : { 'content-type': 'application/json' };
    return exchange(
      {
        method,
        url: this.baseUrl + path,
        headers: { ...typed, ...this.headers },
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

function objectIn(text: string): Fields {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return Array.isArray(value) ? { items: value } : (value as Record<string, unknown>);
}

type Fields = Readonly<Record<string, unknown>>;

/** What a registered webhook is called at the provider. */
export const webhookName = 'Postrider';

export const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);

export const withUrl = (list: unknown, field: string, url: string): Fields | undefined =>
  listOf(list).find((each) => each[field] === url);

export function textIn(fields: Fields, field: string): string {
  const value = fields[field];
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new Error(`The answer of the provider has no ${field}`);
}

/** The name and the password of reports must be stored before: some providers try them at once. */
export function chosen<Settings>(known: Settings | undefined): Settings {
  if (known === undefined) throw new Error('A name and a password have to be chosen first');
  return known;
}
