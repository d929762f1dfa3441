import { mail } from './mail.mjs';
import { requests } from './requests.mjs';
import { templates } from './templates.mjs';

/**
 * What one account can do to the others with an ordinary key, in the order in which it is tried and reported.
 *
 * Each is `{ name, title, how, prepare(account), quiet }`. `prepare` makes what the attack needs and answers its lines,
 * `{ connections, act(n), pauseMs, relentless }`: each connection acts again and again, `relentless` ones without a rest
 * after a refusal. `quiet`: more fields of what the quiet account sends.
 */
export const attacks = [...templates, ...mail, ...requests];
