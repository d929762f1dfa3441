// Certificates with a chosen expiry.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../scripts/lib/failure.mjs';

function openssl(/** @type {string} */ directory, /** @type {string[]} */ ...args) {
  const { status, stderr, error } = spawnSync('openssl', args, { cwd: directory, encoding: 'utf8' });
  if (status !== 0) throw new Failure(`openssl ${args[0]}: ${error?.message ?? stderr.trim()}`);
}

/** Formats a date for `openssl ca`. */
const formatDate = (/** @type {Date} */ moment) =>
  `${moment
    .toISOString()
    .replace(/[-:T]|\.\d+/g, '')
    .slice(0, 14)}Z`;

const request = ['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

export class Authority {
  constructor(/** @type {string} */ directory) {
    this.directory = directory;
    mkdirSync(directory, { recursive: true });
    writeFileSync(
      join(directory, 'ca.cnf'),
      [
        '[ca]',
        'default_ca = own',
        '[own]',
        'certificate = ca.pem',
        'private_key = ca-key.pem',
        'database = index.txt',
        'new_certs_dir = .',
        'rand_serial = yes',
        'default_md = sha256',
        'policy = any',
        'x509_extensions = names',
        'unique_subject = no',
        '[any]',
        'commonName = supplied',
        '[names]',
        'subjectAltName = DNS:localhost, IP:127.0.0.1',
        '',
      ].join('\n'),
    );
    writeFileSync(join(directory, 'index.txt'), '');
    openssl(
      directory,
      ...request,
      '-x509',
      '-days',
      '2',
      '-subj',
      '/CN=Faults',
      '-keyout',
      'ca-key.pem',
      '-out',
      this.file,
    );
  }

  get file() {
    return join(this.directory, 'ca.pem');
  }

  /** `{ cert, key }` of localhost and 127.0.0.1 in PEM, valid from an hour ago until `ms` (`Date.now()`). */
  until(/** @type {number} */ ms) {
    const { directory } = this;
    openssl(directory, ...request, '-new', '-subj', '/CN=localhost', '-keyout', 'key.pem', '-out', 'request.pem');
    const times = ['-startdate', formatDate(new Date(Date.now() - 3_600_000)), '-enddate', formatDate(new Date(ms))];
    openssl(
      directory,
      'ca',
      '-config',
      'ca.cnf',
      '-batch',
      '-notext',
      ...times,
      '-in',
      'request.pem',
      '-out',
      'cert.pem',
    );
    const read = (/** @type {string} */ name) => readFileSync(join(directory, name), 'utf8');
    return { cert: read('cert.pem'), key: read('key.pem') };
  }
}
