import { readFile } from 'node:fs/promises';
import type { Server } from 'node:https';
import { createSecureContext } from 'node:tls';
import { Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { ConfigError } from '@postrider/service';
import type { GatewayConfig } from '../config.js';

/** How soon a renewed certificate is used (docs/operations.md#https). */
const lookAgainMs = 10_000;

export interface TlsFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/**
 * The certificate and key that the API is served with; undefined where it is served over plain HTTP.
 * @throws ConfigError where one of the two is missing, unreadable or does not fit the other
 */
export async function readTls({ TLS_CERT, TLS_KEY }: GatewayConfig): Promise<TlsFiles | undefined> {
  if (TLS_CERT === undefined && TLS_KEY === undefined) return undefined;
  if (TLS_CERT === undefined || TLS_KEY === undefined)
    throw new ConfigError('TLS_CERT and TLS_KEY go together: set both, or neither.');
  try {
    const [cert, key] = await Promise.all([readFile(TLS_CERT), readFile(TLS_KEY)]);
    createSecureContext({ cert, key });
    return { cert, key };
  } catch (error) {
    throw new ConfigError(`TLS_CERT and TLS_KEY cannot be used: ${(error as Error).message}.`, { cause: error });
  }
}

/** Serves a certificate that was renewed to whoever connects from then on. Files that do not fit each other are half written: they are read again. */
export class TlsRenewal extends PeriodicTask {
  private readonly logger = new Logger('TLS');

  constructor(
    private readonly config: GatewayConfig,
    private readonly server: Server,
    private current: TlsFiles,
    everyMs = lookAgainMs,
  ) {
    super({ everyMs });
  }

  protected async batch(): Promise<void> {
    const files = await readTls(this.config);
    if (!files || (files.cert.equals(this.current.cert) && files.key.equals(this.current.key))) return;
    this.server.setSecureContext(files);
    this.current = files;
    this.logger.log('the certificate was read again');
  }

  protected onError(error: Error): void {
    this.logger.warn({ err: error }, 'the certificate could not be read again; the one before it stays in use');
  }
}
