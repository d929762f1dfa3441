import type { Client as FetchClient } from 'openapi-fetch';
import type { paths } from './api.js';
import { sleep } from './retrying-fetch.js';
import { toError } from './send.js';

/** Where to look: the URL of a mail catcher, such as `http://localhost:8025`, or a client with the key that sent. */
export type MailSource = string | Pick<FetchClient<paths>, 'GET'>;

export interface WantedMail {
  /** The address of a recipient, in any case. */
  readonly to: string;
  /** The whole subject, or a pattern. */
  readonly subject?: string | RegExp;
  /** Omits older emails, such as those of an earlier test. The times of logs are whole seconds. */
  readonly since?: Date;
  /** How long to wait, in milliseconds: 10,000 by default, at most 600,000. */
  readonly timeoutMs?: number;
}

export interface ReceivedMail {
  /** The id of the log, or of the email in the catcher. */
  readonly id: string;
  readonly subject: string;
  /** Empty when the email has no such part. */
  readonly html: string;
  readonly text: string;
}

interface FoundMail {
  readonly id: string;
  readonly to: readonly string[];
  /** Undefined until the first attempt has rendered it. */
  readonly subject: string | undefined;
  readonly at: Date;
  /** Why it was not sent. */
  readonly problem?: string;
}

interface Mailbox {
  readonly pauseMs: number;
  /** Newest first; `to` narrows the search. */
  list(count: number, to: string | undefined, signal: AbortSignal): Promise<readonly FoundMail[]>;
  read(id: string, signal: AbortSignal): Promise<ReceivedMail>;
}

const maxTimeoutMs = 600_000;
const maxListed = 50;
const maxNamed = 5;
const explanationMs = 2000;

/**
 * Waits for the newest email to an address, for tests. Reads the development catcher (or Mailpit), or the logs of a
 * key: with a test key, nothing leaves.
 * @throws Error after `timeoutMs`, with the emails that did arrive
 */
export async function waitForMail(source: MailSource, wanted: WantedMail): Promise<ReceivedMail> {
  const { to, subject, since, timeoutMs = 10_000 } = wanted;
  if (!(timeoutMs > 0 && timeoutMs <= maxTimeoutMs))
    throw new RangeError(`timeoutMs must be from 1 to ${maxTimeoutMs}`);
  const mailbox = typeof source === 'string' ? catcherMailbox(source) : logsMailbox(source);
  const deadline = AbortSignal.timeout(timeoutMs);
  let found: readonly FoundMail[] = [];
  try {
    for (;;) {
      const listed = await mailbox.list(maxListed, to, deadline);
      found = listed.filter((mail) => mail.to.some((address) => isSame(address, to)) && (!since || mail.at >= since));
      const match = found.find((mail) => mail.subject !== undefined && isWanted(mail.subject, subject));
      if (match) return await mailbox.read(match.id, deadline);
      await sleep(mailbox.pauseMs, deadline);
    }
  } catch (error) {
    if (!deadline.aborted) throw error;
    const arrived =
      found.length > 0 ? `Emails to that address: ${named(found, false)}.` : await describeArrived(mailbox);
    throw new Error(`${described(wanted)} did not arrive within ${timeoutMs} ms. ${arrived}`, { cause: error });
  }
}

/** Unlike `test`, `search` does not start where a pattern with the flag g last matched. */
const isWanted = (subject: string, wanted: string | RegExp | undefined): boolean =>
  wanted instanceof RegExp ? subject.search(wanted) >= 0 : wanted === undefined || subject === wanted;

const described = ({ to, subject, since }: WantedMail): string =>
  [
    `An email to ${to}`,
    subject !== undefined && `with the subject ${quoted(subject)}`,
    since && `since ${since.toISOString()}`,
  ]
    .filter(Boolean)
    .join(' ');

const quoted = (subject: string | RegExp): string =>
  typeof subject === 'string' ? JSON.stringify(subject) : String(subject);

async function describeArrived(mailbox: Mailbox): Promise<string> {
  const others = await mailbox.list(maxNamed, undefined, AbortSignal.timeout(explanationMs)).catch(() => undefined);
  if (!others) return 'The emails there could not be read.';
  return others.length === 0
    ? 'No email is there.'
    : `None was found for that address. The newest are: ${named(others, true)}.`;
}

function named(mails: readonly FoundMail[], withAddress: boolean): string {
  const names = mails.slice(0, maxNamed).map(({ subject, to, problem }) => {
    const name = subject === undefined ? 'one that is not rendered yet' : quoted(subject);
    return [name, withAddress && `to ${to[0]}`, problem && `(${problem})`].filter(Boolean).join(' ');
  });
  const rest = mails.length - names.length;
  return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ');
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

type Addresses = readonly { readonly Address: string }[] | null;

interface CaughtMail {
  readonly ID: string;
  readonly Subject: string;
  readonly Created: string;
  readonly To: Addresses;
  readonly Cc: Addresses;
  readonly Bcc: Addresses;
}

/** Over the API of Mailpit. */
function catcherMailbox(url: string): Mailbox {
  const base = `${url.replace(/(?<!\/)\/+$/, '')}/api/v1`;
  const get = async <Body>(path: string, signal: AbortSignal): Promise<Body> => {
    const response = await fetch(`${base}${path}`, { signal }).catch((error: unknown) => {
      if (signal.aborted) throw error;
      throw new Error(`The mail catcher at ${url} cannot be reached`, { cause: error });
    });
    if (!response.ok) throw new Error(`The mail catcher at ${url} returned ${response.status}`);
    return (await response.json()) as Body;
  };
  return {
    pauseMs: 100,
    async list(count, to, signal) {
      const query = new URLSearchParams({ limit: String(count), ...(to !== undefined && { query: `to:"${to}"` }) });
      const path = to === undefined ? '/messages' : '/search';
      const { messages } = await get<{ messages: readonly CaughtMail[] }>(`${path}?${query}`, signal);
      return messages.map(({ ID, Subject, Created, To, Cc, Bcc }) => ({
        id: ID,
        to: [To, Cc, Bcc].flatMap((list) => list ?? []).map(({ Address }) => Address),
        subject: Subject,
        at: new Date(Created),
      }));
    },
    async read(id, signal) {
      const path = `/message/${encodeURIComponent(id)}`;
      const mail = await get<{ Subject: string; HTML: string; Text: string }>(path, signal);
      return { id, subject: mail.Subject, html: mail.HTML, text: mail.Text };
    },
  };
}

const unsent: ReadonlySet<string> = new Set(['bounced', 'dropped', 'failed_to_send', 'failed_to_queue']);

function logsMailbox(client: Pick<FetchClient<paths>, 'GET'>): Mailbox {
  return {
    // Each look counts towards the request rate of the account.
    pauseMs: 500,
    async list(count, to, signal) {
      const query = { count, ...(to !== undefined && { q: to }) };
      const { data, error, response } = await client.GET('/logs/search', { params: { query }, signal });
      if (!data) throw toError(response, error);
      return data.data.map(({ id, recipient_address, subject, created, status, message }) => ({
        id,
        to: [recipient_address],
        subject,
        // The end of the second, so that an email of the same second is not older than `since`.
        at: new Date(created * 1000 + 999),
        ...(unsent.has(status) && { problem: `${status}: ${message}` }),
      }));
    },
    async read(id, signal) {
      const params = { path: { log_id: id } };
      const { data, error, response } = await client.GET('/logs/{log_id}/mail', { params, signal });
      if (!data) throw toError(response, error);
      return { id, subject: data.subject, html: data.html ?? '', text: data.text ?? '' };
    },
  };
}
