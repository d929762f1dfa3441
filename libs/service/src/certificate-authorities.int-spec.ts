import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, renewedCertificate, testCertificate, TlsFront, waitFor } from '@postrider/testing';
import { ConfigError, defineConfig, variables } from './config.js';
import { migrate, onDatabase } from './database.js';

const definition = { schema: 'tls', entities: [], migrations: [] };
/** As in a command or a migration job, which has no DATABASE_CA of its own. */
const config = defineConfig('a command', { DATABASE_URL: variables.databaseUrl });

describe('a PostgreSQL whose certificate is signed by a private CA', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let front: TlsFront;
  let folder: string;
  let ca: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    front = await TlsFront.of(database.url);
    folder = await mkdtemp(join(tmpdir(), 'postrider-ca-'));
    ca = join(folder, 'ca.crt');
    await writeFile(ca, testCertificate.cert);
  });
  afterAll(async () => {
    await front.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const url = (environment: Record<string, string>, mode = '', host?: string): string =>
    config.read({ DATABASE_URL: `${front.url(database.url, host)}${mode}`, ...environment }).DATABASE_URL;
  const encrypted = (address: string): Promise<unknown> =>
    onDatabase(definition, address, 1, (source) => source.query('select 1 as one'));

  it.each(['', '?sslmode=require', '?sslmode=verify-full'])(
    'the database is migrated and queried with DATABASE_CA, URL%s',
    async (mode) => {
      await migrate(definition, url({ DATABASE_CA: ca }, mode));
      await expect(encrypted(url({ DATABASE_CA: ca }, mode))).resolves.toEqual([{ one: 1 }]);
    },
  );

  it('the database is verified by its IP address as well as by its name', async () => {
    await expect(encrypted(url({ DATABASE_CA: ca }, '', '127.0.0.1'))).resolves.toEqual([{ one: 1 }]);
  });

  it('the database is rejected without DATABASE_CA, because public authorities do not know it', async () => {
    await expect(migrate(definition, url({}, '?sslmode=verify-full'))).rejects.toThrow(
      /self-signed certificate\. Its certificate is .* set DATABASE_CA/,
    );
  });

  it('the database is rejected with another CA', async () => {
    const another = join(folder, 'another.crt');
    await writeFile(another, renewedCertificate.cert);
    await expect(encrypted(url({ DATABASE_CA: another }))).rejects.toThrow(/self-signed certificate/);
  });

  it('the database is not used if DATABASE_CA is not a certificate or TLS is off', async () => {
    const empty = join(folder, 'empty.crt');
    await writeFile(empty, '');
    expect(() => url({ DATABASE_CA: empty })).toThrow(
      new ConfigError(
        'Configuration of a command: DATABASE_CA must be the path of a readable file with certificates (PEM).',
      ),
    );
    expect(() => url({ DATABASE_CA: join(folder, 'absent.crt') })).toThrow(/DATABASE_CA must be the path/);
    expect(() => url({ DATABASE_CA: ca }, '?sslmode=disable')).toThrow(/needs a DATABASE_URL whose sslmode verifies/);
  });

  it('can be one of several servers, each verified', async () => {
    const { host } = new URL(front.url(database.url));
    const several = front.url(database.url).replace(host, `${host},${host}`);
    const { DATABASE_URL } = config.read({ DATABASE_URL: several, DATABASE_CA: ca });
    await expect(encrypted(DATABASE_URL)).resolves.toEqual([{ one: 1 }]);
  });

  it('the database is verified by the current content of the file: a renewed CA needs no restart', async () => {
    const renewed = join(folder, 'renewed.crt');
    await writeFile(renewed, testCertificate.cert);
    await onDatabase(definition, url({ DATABASE_CA: renewed }), 1, async (source) => {
      const queried = (): Promise<unknown> =>
        source.query('select 1').then(
          () => 'answered',
          (error: Error) => error.message,
        );
      await writeFile(renewed, renewedCertificate.cert);
      await source.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
      await waitFor(async () => (await queried()) === 'self-signed certificate', {
        what: 'a new connection to be refused',
      });
      await writeFile(renewed, testCertificate.cert);
      expect(await queried()).toBe('answered');
    });
  });
});
