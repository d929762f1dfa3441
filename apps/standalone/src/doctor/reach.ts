import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Finding } from '@postrider/service';
import { fault, warning, ok } from '@postrider/service';

const timeoutMs = 5_000;
const localHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The response to a request without a key at PUBLIC_URL, or the reason why there was none. */
export type PublicResponse = { readonly status: number; readonly body: string } | { readonly unreached: string };

const getReason = (error: unknown): string => {
  const { message, cause } = error as { message: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message;
};

export async function requestPublicUrl(url: string): Promise<PublicResponse> {
  try {
    const response = await fetch(`${url}/api/v1/templates`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, body: (await response.text()).slice(0, 1_000) };
  } catch (error) {
    return { unreached: getReason(error) };
  }
}

/** Recognizes the error of a gateway for a request without a key, or over plain HTTP where it requires HTTPS. */
const isGatewayError = (body: string): boolean => /"status":\s*"(unauthenticated|https_required)"/.test(body);

export function checkPublicUrl(url: string, response: PublicResponse): Finding {
  const { protocol, hostname } = new URL(url);
  if ('unreached' in response)
    return fault(
      `PUBLIC_URL (${url}) cannot be reached: ${response.unreached}.`,
      'Links in emails and reports of providers use it: check its DNS, its certificate and the proxy in front of the gateways. If it is only reachable from outside, run this check from there.',
    );
  if (!isGatewayError(response.body))
    return fault(
      `PUBLIC_URL (${url}) is answered by something other than a gateway, with status ${response.status}.`,
      'Forward all paths from the proxy to the gateways, without redirects.',
    );
  if (protocol === 'http:' && !localHost.test(hostname))
    return warning(
      `PUBLIC_URL (${url}) is plain HTTP: keys and links are exposed in transit.`,
      'Serve it over HTTPS (docs/operate/configure.md#https).',
    );
  return ok(`PUBLIC_URL (${url}) is answered by a gateway.`);
}

/** Resolves to the greeting of a mail server. @throws when there is none in time */
export async function readGreeting(smtpUrl: string): Promise<string> {
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

/** The URL without user name and password. */
export const shownUrl = (url: string): string => {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
};

export function checkGreeting(shown: string, greeting: string): Finding {
  return greeting.startsWith('220')
    ? ok(`A mail server responds at DEFAULT_SMTP_URL (${shown}).`)
    : fault(
        `The server at DEFAULT_SMTP_URL (${shown}) does not accept email: ${greeting.slice(0, 200)}`,
        'Ask its operator, or use another server.',
      );
}

export const noGreeting = (shown: string, error: unknown): Finding =>
  fault(
    `No mail server responds at DEFAULT_SMTP_URL (${shown}): ${(error as Error).message}.`,
    'Check its name, its port and the network; many networks block port 25.',
  );

/** Checks MAIL_HOSTNAME, which must have an address. */
export function checkMailHostname(name: string, hasAddress: boolean | undefined): Finding {
  const remedy = 'Set it to a name that matches the reverse DNS of your public addresses.';
  if (name === 'localhost')
    return warning('MAIL_HOSTNAME is localhost: receiving mail servers distrust that name.', remedy);
  return hasAddress
    ? ok(`MAIL_HOSTNAME (${name}) resolves.`)
    : warning(`MAIL_HOSTNAME (${name}) does not resolve.`, remedy);
}

/** Checks BOUNCE_DOMAIN, which must accept email. */
export const checkBounceDomain = (domain: string, takesMail: boolean | undefined): Finding =>
  takesMail
    ? ok(`BOUNCE_DOMAIN (${domain}) accepts email.`)
    : fault(
        `BOUNCE_DOMAIN (${domain}) has no MX record and no address: bounces are lost.`,
        'Point its MX record at the SMTP port of tracking (docs/bounces.md).',
      );
