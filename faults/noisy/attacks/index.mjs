import { mail } from './mail.mjs';
import { requests } from './requests.mjs';
import { templates } from './templates.mjs';

/**
 * Each connection acts again and again, `relentless` ones without a rest after a refusal.
 *
 * @typedef {{ connections: number, act: (n: number) => Promise<number>, pauseMs?: number, relentless?: boolean }} Line
 */

/**
 * @typedef {object} Attack
 * @property {string} name
 * @property {string} title
 * @property {string} how
 * @property {(account: import('../noisy-account.mjs').NoisyAccount) => Promise<Line[]>} prepare makes what the attack needs
 * @property {object} [quiet] more fields of what the quiet account sends
 */

/**
 * What one account can do to the others with an ordinary key, in the order in which it is tried and reported.
 *
 * @type {Attack[]}
 */
export const attacks = [...templates, ...mail, ...requests];
