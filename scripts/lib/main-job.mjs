// The main job over HTTP: create a template, send, read the log, find the email. Smoke-tests npm start and the images.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { project } from './project.mjs';

/** The first start of the template compiler process is slow on a busy machine. */
const requestDeadlineMs = 60_000;
/** Longer than the first retry delay of an email. */
const mailDeadlineMs = 60_000;
/** Statuses of email that the provider has accepted. */
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
 * Polls until the result is truthy and returns it; undefined on a timeout.
 *
 * @template T
 * @param {() => T | Promise<T>} poll
 * @param {number} deadlineMs
 */
export async function until(poll, deadlineMs) {
  for (const end = Date.now() + deadlineMs; Date.now() < end; await sleep(100)) {
    const result = await poll();
    if (result) return result;
  }
  return undefined;
}

/** Fills `{{order.number}}` from the data: enough for the subject of the example. */
const fillIn = (/** @type {string} */ text, /** @type {unknown} */ data) =>
  text.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (_token, path) =>
    String(path.split('.').reduce((/** @type {any} */ value, /** @type {string} */ name) => value?.[name], data)),
  );

/** Calls the API and reads the mail catcher. */
export class Caller {
  /**
   * @param {{ api: string, catcher: string, liveKey: () => string }} access `liveKey` may be unknown before the start
   */
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
    if (response.status !== 200) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return JSON.parse(text);
  }

  isReachable() {
    return this.call('GET', '/templates').then(
      () => true,
      () => false,
    );
  }

  async createTemplate() {
    const created = await this.call('POST', '/templates', example('template.json'));
    check(/^tem_\w+$/.test(created.id), 'POST /templates returns the id of the template', JSON.stringify(created));
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
      'POST /send accepts the email',
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
      'GET /logs/{id} has status sent',
      `status is ${log?.status} (${log?.message}) after ${mailDeadlineMs / 1000} s`,
    );
  }

  /** @returns {Promise<{ To: { Address: string }[], Subject: string }[]>} */
  async mails() {
    const response = await fetch(`${this.catcher}/api/v1/messages`, { signal: AbortSignal.timeout(requestDeadlineMs) });
    const { messages } = /** @type {any} */ (await response.json());
    return messages;
  }

  /** Checks that the catcher has the email exactly once, with the rendered subject. */
  async seeMail(/** @type {string} */ address) {
    const subject = fillIn(example('template.json').subject, example('send.json').template_data);
    const toAddress = async () =>
      (await this.mails()).filter(({ To }) => To.some(({ Address }) => Address === address));
    const [mail, ...more] = (await until(async () => {
      const found = await toAddress();
      return found.length > 0 && found;
    }, mailDeadlineMs)) || [undefined];
    check(
      mail !== undefined,
      `the email for ${address} is in the catcher`,
      `it holds ${JSON.stringify(await this.mails())}`,
    );
    check(more.length === 0, 'it is there once', `it is there ${more.length + 1} times`);
    check(mail.Subject === subject, `its subject is "${subject}"`, `it is "${mail.Subject}"`);
  }

  async doMainJob(address = example('send.json').recipient.address) {
    const template = await this.createTemplate();
    const log = await this.send(template, address);
    await this.seeSent(log);
    await this.seeMail(address);
    return { template, log };
  }
}
