import {
  exchange,
  ExchangeFailed,
  describeNetworkError,
  type ProviderResponse,
  type ProviderRequest,
} from './exchange.js';

const maxResponseCharacters = 300;

/** The body of a request. */
interface RequestContent {
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
}

type Method = NonNullable<ProviderRequest['method']>;

/** A provider's API, as far as registering webhooks needs it. */
export class ProviderApi {
  constructor(
    private readonly baseUrl: string,
    /** Deadline of all requests together. */
    private readonly signal: AbortSignal,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** The JSON of the response. @throws Error with the provider's response */
  async request(method: Method, path: string, content: RequestContent = {}): Promise<Fields> {
    const { status, text } = await this.send(method, path, content);
    if (status >= 200 && status < 300) return objectIn(text);
    throw new Error(
      `The provider responded with ${status} to ${method} ${path}: ${text.slice(0, maxResponseCharacters)}`,
    );
  }

  /** Whether the resource exists. */
  async has(path: string): Promise<boolean> {
    const { status, text } = await this.send('GET', path, {});
    if (status === 404) return false;
    if (status === 200) return true;
    throw new Error(`The provider responded with ${status} to GET ${path}: ${text.slice(0, maxResponseCharacters)}`);
  }

  private async send(method: Method, path: string, { json, form }: RequestContent): Promise<ProviderResponse> {
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
      if (error instanceof ExchangeFailed) throw new Error(`Provider not reached: ${describeNetworkError(error)}`);
      throw error;
    });
  }
}

function objectIn(text: string): Fields {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return Array.isArray(value) ? { items: value } : (value as Record<string, unknown>);
}

type Fields = Readonly<Record<string, unknown>>;

/** Name of our webhooks at the provider. */
export const webhookName = 'Postrider';

export const toList = (value: unknown): readonly Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);

export const withUrl = (list: unknown, field: string, url: string): Fields | undefined =>
  toList(list).find((each) => each[field] === url);

export function textIn(fields: Fields, field: string): string {
  const value = fields[field];
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new Error(`The response of the provider has no ${field}`);
}

/** Reports need a username and a password before the registration, because some providers test them immediately. */
export function requireSettings<Settings>(known: Settings | undefined): Settings {
  if (known === undefined) throw new Error('Choose a username and a password for the webhook first');
  return known;
}
