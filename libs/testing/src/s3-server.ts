import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');
const bucket = 'mail';

/** An S3-compatible server in a process of its own, with one bucket. */
export class S3Server {
  /** It takes no others. */
  readonly credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

  private constructor(
    private readonly server: ChildProcess,
    private readonly directory: string,
    readonly port: number,
  ) {}

  static async start(): Promise<S3Server> {
    const directory = await mkdtemp(join(tmpdir(), 's3-'));
    const server = spawn(
      process.execPath,
      [program, '--silent', '-d', directory, '-a', '127.0.0.1', '-p', '0', '--configure-bucket', bucket],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    for await (const line of createInterface(server.stdout)) {
      const [, port] = /listening on .*:(\d+)$/.exec(line) ?? [];
      if (port !== undefined) return new S3Server(server, directory, Number(port));
    }
    throw new Error('The S3 server did not start');
  }

  /** Keys of all objects, as they lie on its disk. */
  async keys(): Promise<string[]> {
    const files = await readdir(join(this.directory, bucket), { recursive: true });
    return files.flatMap((file) => /^(.*)\._S3rver_object$/.exec(file)?.[1] ?? []).toSorted();
  }

  /** BLOB_URL of the bucket; by way of `port`, where something stands in between. */
  url(prefix: string, port = this.port): string {
    return `s3://${bucket}/${prefix}?endpoint=http://127.0.0.1:${port}`;
  }

  fileOf(key: string): string {
    return join(this.directory, bucket, `${key}._S3rver_object`);
  }

  async close(): Promise<void> {
    const ended = once(this.server, 'exit');
    this.server.kill();
    await ended;
    await rm(this.directory, { recursive: true, force: true });
  }
}
