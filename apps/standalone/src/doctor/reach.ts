import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Finding } from './check-broker.js';
import { fault, warning, well } from './check-broker.js';

const timeoutMs = 5_000;
const localHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** What a call without a key was answered under PUBLIC_URL, or why it was not. */
export type PublicAnswer = { readonly status: number; readonly body: string } | { readonly unreached: string };

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as { message: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message;
};

export async function requestPublicUrl(url: string): Promise<PublicAnswer> {
  try {
    const answer = await fetch(`${url}/api/v1/templates`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: answer.status, body: (await answer.text()).slice(0, 1_000) };
  } catch (error) {
    return { unreached: reasonOf(error) };
  }
}

/** What our gateway says to somebody without a key, or over plain HTTP where it wants HTTPS. */
const isOurs = (body: string): boolean => /"status":\s*"(unauthenticated|https_required)"/.test(body);

export function checkPublicUrl(url: string, answer: PublicAnswer): Finding {
  const { protocol, hostname } = new URL(url);
  if ('unreached' in answer)
    return fault(
      `Nobody answers at PUBLIC_URL (${url}): ${answer.unreached}.`,
      'Links in mails and reports of providers lead there: see to its DNS, its certificate and the proxy in front of the gateways. From inside a network that it is not reached from, ask from outside.',
    );
  if (!isOurs(answer.body))
    return fault(
      `Somebody else than a gateway answers at PUBLIC_URL (${url}), with ${answer.status}.`,
      'Let the proxy in front lead all paths to the gateways, without a redirect.',
    );
  if (protocol === 'http:' && !localHost.test(hostname))
    return warning(
      `PUBLIC_URL (${url}) is plain HTTP: everybody on the way reads the keys and changes the links.`,
      'Serve it over HTTPS (docs/operate/configure.md#https).',
    );
  return well(`A gateway answers at PUBLIC_URL (${url}).`);
}

/** Resolves to what the mail server says first. @throws where it says nothing in time */
export async function greetingOf(smtpUrl: string): Promise<string> {
  const { protocol, hostname, port } = new URL(smtpUrl);
  const isTls = protocol === 'smtps:';
  const to = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (isTls ? 465 : 587) };
  const socket = isTls ? connectTls({ ...to, servername: to.host }) : connect(to);
  try {
    const [first] = (await once(socket, 'data', { signal: AbortSignal.timeout(timeoutMs) })) as [Buffer];
    return first.toString('latin1').split('\r\n', 1)[0]!;
  } finally {
    socket.on('error', () => {});
    socket.destroy();
  }
}

/** Without user name and password. */
export const shownUrl = (url: string): string => {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
};

export function checkGreeting(shown: string, greeting: string): Finding {
  return greeting.startsWith('220')
    ? well(`A mail server answers at DEFAULT_SMTP_URL (${shown}).`)
    : fault(
        `What answers at DEFAULT_SMTP_URL (${shown}) takes no mail: ${greeting.slice(0, 200)}`,
        'Ask whoever runs the mail server, or name another.',
      );
}

export const noGreeting = (shown: string, error: unknown): Finding =>
  fault(
    `No mail server answers at DEFAULT_SMTP_URL (${shown}): ${(error as Error).message}.`,
    'See whether its name, its port and the way there are right; port 25 is often closed by whoever runs the network.',
  );

/** Of MAIL_HOSTNAME, by whether it has an address. */
export function checkMailHostname(name: string, hasAddress: boolean | undefined): Finding {
  const todo = 'Set it to the name that the addresses which mail servers see resolve to, and back.';
  if (name === 'localhost')
    return warning('MAIL_HOSTNAME is localhost: mail servers that are asked directly distrust that name.', todo);
  return hasAddress
    ? well(`MAIL_HOSTNAME (${name}) resolves.`)
    : warning(`MAIL_HOSTNAME (${name}) does not resolve.`, todo);
}

/** Of BOUNCE_DOMAIN, by whether it takes mail. */
export const checkBounceDomain = (domain: string, takesMail: boolean | undefined): Finding =>
  takesMail
    ? well(`BOUNCE_DOMAIN (${domain}) takes mail.`)
    : fault(
        `BOUNCE_DOMAIN (${domain}) has neither MX nor address: what comes back is lost.`,
        'Point its MX at where tracking takes mail (docs/bounces.md).',
      );
