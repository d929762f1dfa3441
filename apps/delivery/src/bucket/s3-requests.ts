import { addAbortSignal, type Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { BucketUrl } from './bucket-url.js';

/** Credentials of the environment, or those that the SDK finds: a profile, a Kubernetes token, the machine's role. */
export interface BucketAccess {
  readonly region: string;
  readonly credentials?:
    | { readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken?: string }
    | undefined;
}

type Sdk = typeof import('@aws-sdk/client-s3');

const maxTries = 3;
const connectTimeoutMs = 2_000;
/** Socket timeout without a byte from the server. */
const socketTimeoutMs = 4_000;

/** Requests to an S3-compatible server. Only this file loads the AWS SDK, so that it is loaded only when needed. */
export class S3Requests {
  private constructor(
    private readonly sdk: Sdk,
    private readonly client: S3Client,
    private readonly bucket: string,
  ) {}

  static async open(
    { bucket, endpoint, pathStyle }: BucketUrl,
    { region, credentials }: BucketAccess,
    connections: number,
  ): Promise<S3Requests> {
    const sdk = await import('@aws-sdk/client-s3');
    const client = new sdk.S3Client({
      region,
      forcePathStyle: pathStyle,
      maxAttempts: maxTries,
      // Some servers do not support these checksums. Content has its SHA-256 at upload and is verified when it is read.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: connectTimeoutMs,
        socketTimeout: socketTimeoutMs,
        httpAgent: { keepAlive: true, maxSockets: connections },
        httpsAgent: { keepAlive: true, maxSockets: connections },
      },
      ...(endpoint !== undefined && { endpoint }),
      ...(credentials && { credentials }),
    });
    return new S3Requests(sdk, client, bucket);
  }

  /** @throws when there are none */
  async findCredentials(): Promise<void> {
    await this.client.config.credentials();
  }

  async put(key: string, content: Buffer, sha256: Buffer, signal: AbortSignal): Promise<void> {
    const command = new this.sdk.PutObjectCommand({
      Bucket: this.bucket,
      Key: key,
      Body: content,
      ContentLength: content.length,
      ContentType: 'application/octet-stream',
    });
    // The hash is already known and the signature covers it, so the server rejects content that differs.
    command.middlewareStack.add(
      (next) => (call) => {
        (call.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = sha256.toString('hex');
        return next(call);
      },
      { step: 'build', name: 'announceContent' },
    );
    await this.client.send(command, { abortSignal: signal });
  }

  /** At most `length` bytes from `start`; undefined when the object does not exist or ends before `start`. */
  async get(key: string, start: number, length: number, signal: AbortSignal): Promise<Buffer | undefined> {
    const command = new this.sdk.GetObjectCommand({
      Bucket: this.bucket,
      Key: key,
      Range: `bytes=${start}-${start + length - 1}`,
    });
    try {
      const { Body } = await this.client.send(command, { abortSignal: signal });
      return await readAtMost(addAbortSignal(signal, Body as Readable), length);
    } catch (error) {
      if (['NoSuchKey', 'InvalidRange'].includes((error as Error).name)) return undefined;
      throw error;
    }
  }

  /** Succeeds also when the object does not exist. */
  async remove(key: string, signal: AbortSignal): Promise<void> {
    await this.client.send(new this.sdk.DeleteObjectCommand({ Bucket: this.bucket, Key: key }), {
      abortSignal: signal,
    });
  }

  close(): void {
    this.client.destroy();
  }
}

async function readAtMost(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error('The server sent more bytes than requested');
  }
  return Buffer.concat(chunks);
}
