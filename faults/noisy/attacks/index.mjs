import { mail } from './mail.mjs';
import { requests } from './requests.mjs';
import { templates } from './templates.mjs';

/**
 * Each connection repeats `act`; `relentless` ones do not pause after a rejection.
 *
 * @typedef {{ connections: number, act: (n: number) => Promise<number>, pauseMs?: number, relentless?: boolean }} Line
 */

/**
 * @typedef {object} Attack
 * @property {string} name
 * @property {string} title
 * @property {string} how
 * @property {(account: import('../noisy-account.mjs').NoisyAccount) => Promise<Line[]>} prepare creates the objects of
 *   the attack
 * @property {object} [quiet] additional fields of the quiet account's sends
 */

/**
 * Attacks of one account on the others with an ordinary key, in the order of execution and report.
 *
 * @type {Attack[]}
 */
export const attacks = [...templates, ...mail, ...requests];
