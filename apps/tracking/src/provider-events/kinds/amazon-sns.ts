import { createVerify, X509Certificate } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { unavailable } from '@postrider/messaging';
import { unverified } from './report.js';
import type { SnsMessage } from './sns-message.js';
import { signedText } from './sns-message.js';

const host = String.raw`https://sns\.[a-z0-9-]{1,40}\.amazonaws\.com(?:\.cn)?`;
const certificateUrl = new RegExp(String.raw`^${host}/SimpleNotificationService-[0-9a-f]{1,64}\.pem$`);
const confirmationUrl = new RegExp(String.raw`^${host}/\?Action=ConfirmSubscription&[\x21-\x7e]{1,2000}$`);
const algorithms: Readonly<Record<string, string>> = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' };

/** Amazon retries for an hour. Older messages are rejected, because their nonces may have expired here. */
const oldestMs = 48 * 3_600_000;

const timeoutMs = 3_000;
const maxCertificateBytes = 16 * 1024;

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Requests to Amazon SNS itself. Only Amazon's hosts are called, whatever URL a message contains. */
export class AmazonSns {
  private readonly certificates = new LRUCache<string, X509Certificate>({ max: 100, ttl: 24 * 3_600_000 });

  constructor(private readonly fetch: Fetch = globalThis.fetch) {}

  /** @throws ServiceError `unauthenticated` if Amazon did not sign it */
  async verify(message: SnsMessage): Promise<void> {
    const algorithm = algorithms[message.SignatureVersion];
    if (algorithm === undefined) throw unverified('the version of the signature is unknown');
    if (!(Math.abs(Date.now() - Date.parse(message.Timestamp)) <= oldestMs))
      throw unverified('the signature is too old');
    if (!certificateUrl.test(message.SigningCertURL)) throw unverified('the certificate is not one of Amazon SNS');
    const certificate = await this.certificate(message.SigningCertURL);
    const now = Date.now();
    if (now < Date.parse(certificate.validFrom) || now > Date.parse(certificate.validTo))
      throw unverified('the certificate has expired');
    const signed = createVerify(algorithm).update(signedText(message));
    if (!signed.verify(certificate.publicKey, message.Signature, 'base64'))
      throw unverified('the signature is not that of Amazon SNS');
  }

  /** The content of a verified message. */
  async confirm({ SubscribeURL: url }: SnsMessage): Promise<void> {
    if (url === undefined || !confirmationUrl.test(url)) throw unverified('the confirmation is not one of Amazon SNS');
    await (await this.get(url)).body?.cancel();
  }

  private async certificate(url: string): Promise<X509Certificate> {
    const known = this.certificates.get(url);
    if (known) return known;
    const certificate = certificateIn(await textWithin(await this.get(url), maxCertificateBytes));
    this.certificates.set(url, certificate);
    return certificate;
  }

  private async get(url: string): Promise<Response> {
    const response = await this.fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) }).catch(() => {
      throw unavailable('Amazon SNS could not be reached');
    });
    if (!response.ok) throw unavailable('Amazon SNS did not respond as expected');
    return response;
  }
}

function certificateIn(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw unavailable('Amazon SNS did not return a certificate');
  }
}

async function textWithin(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw unavailable('The response of Amazon SNS is larger than a certificate');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
