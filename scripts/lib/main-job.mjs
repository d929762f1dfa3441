// What Postrider is for, done once from outside: make a template, send, read the log, see the mail. npm start and the images are tried by it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { project } from './project.mjs';

/** Templates are compiled in a process of its own, whose first start takes long on a busy machine. */
const requestDeadlineMs = 60_000;
/** Longer than the first wait before a mail is tried again. */
const mailDeadlineMs = 60_000;
/** Handed to the provider, or what can only come after that. */
const sentStatuses = ['sent', 'processed', 'delivered'];

const example = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(join(project, 'examples', 'receipt', name), 'utf8'));

/**
 * @param {unknown} holds
 * @param {string} what
 * @param {string} otherwise
 * @returns {asserts holds}
 */
export function check(holds, what, otherwise) {
  if (!holds) throw new Error(`${what}: ${otherwise}`);
  console.log(`  ok  ${what}`);
}

/**
 * Polls until the question has a truthy answer, which is returned; undefined when there was none in time.
 *
 * @template T
 * @param {() => T | Promise<T>} question
 * @param {number} deadlineMs
 */
export async function until(question, deadlineMs) {
  for (const end = Date.now() + deadlineMs; Date.now() < end; await sleep(100)) {
    const answer = await question();
    if (answer) return answer;
  }
  return undefined;
}

/** `Your order {{order.number}}` with the data put in: enough for the subject of the example. */
const filled = (/** @type {string} */ text, /** @type {unknown} */ data) =>
  text.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (_token, path) =>
    String(path.split('.').reduce((/** @type {any} */ value, /** @type {string} */ name) => value?.[name], data)),
  );

/** A caller of the API who can see the catcher. */
export class Caller {
  /** @param {{ api: string, catcher: string, liveKey: () => string }} access `liveKey`: which may not be known before the start */
  constructor({ api, catcher, liveKey }) {
    this.api = api;
    this.catcher = catcher;
    this.liveKey = liveKey;
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   */
  async call(method, path, body) {
    const response = await fetch(`${this.api}${path}`, {
      method,
      headers: { authorization: `Basic ${btoa(`${this.liveKey()}:`)}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(requestDeadlineMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  }

  answers() {
    return this.call('GET', '/templates').then(
      () => true,
      () => false,
    );
  }

  async createTemplate() {
    const created = await this.call('POST', '/templates', example('template.json'));
    check(/^tem_\w+$/.test(created.id), 'POST /templates answers the id of the template', JSON.stringify(created));
    return created.id;
  }

  /**
   * Resolves to the id of the log.
   *
   * @param {string} template
   * @param {string} address
   * @returns {Promise<string>}
   */
  async send(template, address) {
    const accepted = await this.call('POST', '/send', { ...example('send.json'), template, recipient: { address } });
    check(
      accepted.success === true && /^log_\w+$/.test(accepted.receipt_id),
      'POST /send accepts the mail',
      JSON.stringify(accepted),
    );
    return accepted.receipt_id;
  }

  async seeSent(/** @type {string} */ id) {
    /** @type {{ status: string, message: string } | undefined} */
    let log;
    const sent = await until(async () => {
      log = await this.call('GET', `/logs/${id}`);
      return sentStatuses.includes(log?.status ?? '');
    }, mailDeadlineMs);
    check(
      sent,
      'GET /logs/{id} says sent',
      `it says ${log?.status} (${log?.message}) after ${mailDeadlineMs / 1000} s`,
    );
  }

  /** @returns {Promise<{ To: { Address: string }[], Subject: string }[]>} */
  async mails() {
    const answer = await fetch(`${this.catcher}/api/v1/messages`, { signal: AbortSignal.timeout(requestDeadlineMs) });
    const { messages } = /** @type {any} */ (await answer.json());
    return messages;
  }

  /** The mail is in the catcher, once, with the subject that the template says. */
  async seeMail(/** @type {string} */ address) {
    const subject = filled(example('template.json').subject, example('send.json').template_data);
    const toAddress = async () =>
      (await this.mails()).filter(({ To }) => To.some(({ Address }) => Address === address));
    const [mail, ...more] = (await until(async () => {
      const found = await toAddress();
      return found.length > 0 && found;
    }, mailDeadlineMs)) || [undefined];
    check(
      mail !== undefined,
      `the mail for ${address} is in the catcher`,
      `it holds ${JSON.stringify(await this.mails())}`,
    );
    check(more.length === 0, 'it is there once', `it is there ${more.length + 1} times`);
    check(mail.Subject === subject, `its subject is "${subject}"`, `it is "${mail.Subject}"`);
  }

  /** All of it. */
  async doMainJob(address = example('send.json').recipient.address) {
    const template = await this.createTemplate();
    const log = await this.send(template, address);
    await this.seeSent(log);
    await this.seeMail(address);
    return { template, log };
  }
}
