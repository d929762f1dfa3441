import { EventEmitter } from 'node:events';
import { mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The searched fields, in lower case. */
interface Searchable {
  from: string;
  to: string;
  subject: string;
  body: string;
}

const term = /(-?)(?:(from|to|subject):)?(?:"([^"]*)"|(\S+))/gi;

/**
 * The basic part of Mailpit's search: words and "phrases" that must all occur, `from:`, `to:` (any recipient) and
 * `subject:` to search one field, `-` to exclude.
 */
export function parseSearch(query: string): (mail: Searchable) => boolean {
  const tests = [...query.toLowerCase().matchAll(term)].map(([, minus, field, phrase, word]) => {
    const wanted = phrase ?? word ?? '';
    return (mail: Searchable) => {
      const places = field ? [mail[field as 'from' | 'to' | 'subject']] : [mail.from, mail.to, mail.subject, mail.body];
      return places.some((place) => place.includes(wanted)) !== (minus === '-');
    };
  });
  return (mail) => tests.every((test) => test(mail));
}

export interface SmtpEnvelope {
  from: string;
  to: string[];
}

/** An email in the mailbox. `receivedAt`: Unix milliseconds. `size`: bytes of the raw email. */
export interface StoredMail extends SmtpEnvelope {
  id: string;
  receivedAt: number;
  size: number;
  read: boolean;
}

const idPattern = /^[0-9a-z]{20}$/;
const mailFile = /^([0-9a-z]{20})\.eml$/;

/**
 * Stores emails as files: `<id>.eml` is the raw email, `<id>.json` its envelope and read state. An email exists once
 * its .eml is renamed into place, the last step of storing it; incomplete files of a crash are removed at the next
 * start. Nothing is fsynced: a power failure may lose the latest test emails.
 */
export class Mailbox {
  /** Oldest first: ids sort by time of creation. */
  private readonly mails = new Map<string, StoredMail>();
  private readonly changes = new EventEmitter().setMaxListeners(0);
  private lastId = '';

  private constructor(
    private readonly directory: string,
    private readonly maxMessages: number,
  ) {}

  static async open(directory: string, maxMessages: number): Promise<Mailbox> {
    const mailbox = new Mailbox(directory, maxMessages);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await mailbox.load();
    await mailbox.removeOldest();
    return mailbox;
  }

  /** Calls `listener` after each change, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.changes.on('change', listener);
    return () => this.changes.off('change', listener);
  }

  /** Newest first. */
  list(): StoredMail[] {
    return [...this.mails.values()].toReversed();
  }

  /** Finds an email by id; `latest` is the newest one. */
  get(id: string): StoredMail | undefined {
    return id === 'latest' ? this.list()[0] : this.mails.get(id);
  }

  get size(): number {
    return this.mails.size;
  }

  get unread(): number {
    let unread = 0;
    for (const mail of this.mails.values()) if (!mail.read) unread++;
    return unread;
  }

  /** Rejects if the email was deleted meanwhile. */
  raw(mail: StoredMail): Promise<Buffer> {
    return readFile(this.path(mail.id, 'eml'));
  }

  /** Stores an email and returns its id. Nothing is kept when the content cannot be read or written. */
  async add(content: AsyncIterable<Buffer>, envelope: SmtpEnvelope): Promise<string> {
    const id = this.newId();
    const arriving = this.path(id, 'arriving');
    try {
      const mail: StoredMail = {
        id,
        ...envelope,
        receivedAt: Date.now(),
        size: await writeFileFrom(arriving, content),
        read: false,
      };
      await this.writeEnvelope(mail);
      await rename(arriving, this.path(id, 'eml'));
      this.mails.set(id, mail);
    } catch (error) {
      await this.removeFiles(id);
      throw error;
    }
    await this.removeOldest();
    this.changes.emit('change');
    return id;
  }

  async markRead(mail: StoredMail): Promise<void> {
    if (mail.read) return;
    mail.read = true;
    this.changes.emit('change');
    await this.writeEnvelope(mail);
  }

  /** Unknown ids are ignored. */
  async remove(ids: Iterable<string>): Promise<void> {
    for (const id of ids) {
      if (!this.mails.delete(id)) continue;
      await this.removeFiles(id);
    }
    this.changes.emit('change');
  }

  async removeAll(): Promise<void> {
    await this.remove([...this.mails.keys()]);
  }

  private async removeOldest(): Promise<void> {
    const excess = this.mails.size - this.maxMessages;
    if (excess > 0) await this.remove([...this.mails.keys()].slice(0, excess));
  }

  private async load(): Promise<void> {
    const names = (await readdir(this.directory)).toSorted();
    const stored = new Set<string>();
    for (const name of names) {
      const id = mailFile.exec(name)?.[1];
      if (!id) continue;
      stored.add(id);
      this.mails.set(id, await this.readEnvelope(id));
      this.lastId = id;
    }
    for (const name of names) {
      const [id, suffix] = name.split('.', 2);
      const leftover = idPattern.test(id!) && (suffix === 'arriving' || (suffix === 'json' && !stored.has(id!)));
      if (leftover) await rm(join(this.directory, name), { force: true });
    }
  }

  private async readEnvelope(id: string): Promise<StoredMail> {
    const { size, mtimeMs } = await stat(this.path(id, 'eml'));
    const unknown: StoredMail = { id, from: '', to: [], receivedAt: Math.round(mtimeMs), size, read: false };
    try {
      return {
        ...unknown,
        ...(JSON.parse(await readFile(this.path(id, 'json'), 'utf8')) as Partial<StoredMail>),
        id,
        size,
      };
    } catch {
      // Without its envelope file, the email is still shown.
      return unknown;
    }
  }

  private async writeEnvelope({ id, from, to, receivedAt, read }: StoredMail): Promise<void> {
    const arriving = this.path(id, 'json.arriving');
    await writeFile(arriving, JSON.stringify({ from, to, receivedAt, read }), { mode: 0o600 });
    await rename(arriving, this.path(id, 'json'));
    // It was deleted while it was marked as read.
    if (read && !this.mails.has(id)) await rm(this.path(id, 'json'), { force: true });
  }

  private async removeFiles(id: string): Promise<void> {
    for (const suffix of ['eml', 'json', 'arriving', 'json.arriving']) await rm(this.path(id, suffix), { force: true });
  }

  private path(id: string, suffix: string): string {
    return join(this.directory, `${id}.${suffix}`);
  }

  /** Sorts after all earlier ids, also when the clock goes back. */
  private newId(): string {
    const random = crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36).padStart(7, '0');
    const time = Math.max(Date.now(), Number.parseInt(this.lastId.slice(0, 9) || '0', 36));
    const prefix = time.toString(36).padStart(9, '0');
    const sequence = this.lastId.startsWith(prefix) ? Number.parseInt(this.lastId.slice(9, 13), 36) + 1 : 0;
    this.lastId = prefix + sequence.toString(36).padStart(4, '0') + random;
    return this.lastId;
  }
}

async function writeFileFrom(path: string, content: AsyncIterable<Buffer>): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  let size = 0;
  try {
    for await (const chunk of content) {
      await file.writeFile(chunk);
      size += chunk.length;
    }
  } finally {
    await file.close();
  }
  return size;
}
