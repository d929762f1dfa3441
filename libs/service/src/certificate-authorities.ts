import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const pemBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates of a PEM file; undefined if it is unreadable or contains none. */
export function readCertificates(path: string): string | undefined {
  try {
    const certificates = readFileSync(path, 'utf8')
      .match(pemBlock)
      ?.map((block) => new X509Certificate(block).toString());
    return certificates?.join('');
  } catch {
    return undefined;
  }
}

const unreadable = 'must be the path of a readable file with certificates (PEM)';
export const certificateFile = z.string().refine((path) => readCertificates(path) !== undefined, unreadable);

/**
 * Adds the file to a URL, in a parameter that its driver reads; returns a string with the reason if that is impossible.
 */
type Addition = (url: string, file: string) => { readonly url: string } | string;

const withParameter = (url: string, name: string, file: string): string =>
  url.includes(`?${name}=`) || url.includes(`&${name}=`)
    ? url
    : `${url}${url.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(file)}`;

/** `sslrootcert` is the parameter of libpq, which pg supports too; pg reads the file for each connection. */
const toDatabase: Addition = (url, file) =>
  /[?&]sslmode=(disable|no-verify)\b/.test(url)
    ? 'DATABASE_CA needs a DATABASE_URL whose sslmode verifies the server, such as verify-full'
    : { url: withParameter(url, 'sslrootcert', file) };

/** `cacertfile` is the parameter of RabbitMQ's own clients. Each of several brokers gets it. */
const toBroker: Addition = (url, file) => {
  if (url.startsWith('memory:')) return { url };
  const brokers = url.split(/,(?=amqps?:\/\/)/);
  return brokers.every((broker) => broker.startsWith('amqps://'))
    ? { url: brokers.map((broker) => withParameter(broker, 'cacertfile', file)).join(',') }
    : 'AMQP_CA needs an AMQP_URL that begins with amqps://';
};

const authorities = [
  { url: 'DATABASE_URL', file: 'DATABASE_CA', add: toDatabase },
  { url: 'AMQP_URL', file: 'AMQP_CA', add: toBroker },
] as const;

/**
 * Adds the files of DATABASE_CA and AMQP_CA to their URLs, so that every connection with such a URL verifies the
 * server. No command can forget the second variable.
 */
export function withAuthorities<Values extends Readonly<Record<string, unknown>>>(
  values: Values,
  environment: Readonly<Record<string, string | undefined>>,
): { readonly values: Values; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const changed: Record<string, string> = {};
  for (const { url, file, add } of authorities) {
    const path = environment[file];
    const value = values[url];
    if (!path || typeof value !== 'string') continue;
    const added = readCertificates(path) === undefined ? `${file} ${unreadable}` : add(value, path);
    if (typeof added === 'string') problems.push(added);
    else changed[url] = added.url;
  }
  return { values: { ...values, ...changed }, problems };
}
