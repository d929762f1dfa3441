import type { Values } from '../i18n/message.js';
import { t } from '../i18n/texts.js';

type Sentence = readonly [RegExp, (names: Values) => string];

/** What `unavailable` says to people who use the dashboard, in the words of the API up to its first semicolon (docs/api.md#error-codes). */
const sentences: readonly Sentence[] = [
  [/^The (?<service>\w+) service is not running$/, (names) => t('The {service} service is not running.', names)],
  [
    /^The (?<service>\w+) service did not answer in time$/,
    (names) => t('The {service} service did not answer in time.', names),
  ],
  [
    /^The (?<service>\w+) service cannot reach what it needs$/,
    (names) => t('The {service} service cannot reach what it needs, such as its database.', names),
  ],
  [
    /^The (?<service>\w+) service could not be reached$/,
    (names) => t('The {service} service could not be reached.', names),
  ],
  [/^The service cannot reach what it needs$/, () => t('Postrider cannot reach what it needs, such as its database.')],
  [/^The message broker is not reachable$/, () => t('The message broker cannot be reached.')],
  [/^The message broker accepts no messages$/, () => t('The message broker takes no messages at the moment.')],
  [/^Sessions cannot be checked$/, () => t('Whether you are logged in cannot be checked at the moment.')],
  [/^The OIDC provider cannot be asked: /, () => t('The service that you log in with cannot be reached.')],
  [/^The request (?:ran out of time|was too late)/, () => t('It took too long.')],
  [
    /^(?:More is asked at once than|Too much is being received)/,
    () => t('More is asked of Postrider at once than there is room for.'),
  ],
  [/^Too many searches of this account/, () => t('Too many searches of this account are under way.')],
  [/^(?:Its turn did not come in time|Too many .+ are waiting)/, () => t('Too much of this kind waits for its turn.')],
  [
    /^Too many (?:previews|renderings) of this account are under way$/,
    () => t('Too many mails of this account are being rendered.'),
  ],
  [/^Too many of these are being made/, () => t('Too many of these are being made in this account.')],
  [/^This gateway /, () => t('This gateway takes no more streams at the moment.')],
  [/^A mail of this recipient is being handed/, () => t('A mail of this recipient is just being handed over.')],
  [
    /^(?:Large attachments cannot be stored|Other attachments took)/,
    () => t('Large attachments cannot be stored at the moment.'),
  ],
  [
    /^The change is stored, and holds for mails that wait/,
    () => t('The change is stored. It holds for mails that wait once the delivery service can be reached.'),
  ],
];

/** In the language of the reader, what is not known as the API says it. */
export function serviceWords(message: string): string {
  const [words = message] = message.split('; ');
  for (const [pattern, say] of sentences) {
    const found = pattern.exec(words);
    if (found) return say(found.groups ?? {});
  }
  return words;
}
