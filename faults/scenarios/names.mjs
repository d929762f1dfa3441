// A provider whose name cannot be looked up: the apps see a hosts file and a resolver of our own, in a mount namespace.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const host = 'mail.provider.example';
const known = `127.0.0.1 localhost\n127.0.0.1 ${host}\n`;
const unknown = '127.0.0.1 localhost\n';
/** Of this machine alone; on it nobody answers, and where `silent` nobody refuses either. */
const resolver = '127.53.53.53';
const forMs = 15_000;

/** @type {(of: { name: string, title: string, how: string, silent?: boolean }) => import('../scenario.mjs').Scenario} */
const nameless = ({ name, title, how, silent }) => ({
  name: `provider-${name}`,
  title,
  how: `${how}, for ${forMs / 1_000} s; its connections are ended, so that each needs the name`,
  async prepare(stage) {
    const directory = join(stage.servers.directory, `${stage.place}-names`);
    const [hosts, resolv] = [join(directory, 'hosts'), join(directory, 'resolv.conf')];
    mkdirSync(directory);
    writeFileSync(hosts, known);
    writeFileSync(resolv, `nameserver ${resolver}\n`);
    stage.names = { directory, is: (/** @type {string} */ text) => writeFileSync(hosts, text) };
    if (silent) {
      stage.names.resolver = createSocket('udp4').bind(53, resolver);
      await once(stage.names.resolver, 'listening');
    }
    const mounts = `mount --bind ${hosts} /etc/hosts && mount --bind ${resolv} /etc/resolv.conf`;
    return {
      installation: {
        environment: { DEFAULT_SMTP_URL: `smtp://${host}:${stage.sink.port}` },
        begunBy: (app) => (app === 'delivery' ? ['unshare', '-m', 'sh', '-c', `${mounts} && exec "$0" "$@"`] : []),
      },
    };
  },
  async inject(stage) {
    stage.names.is(unknown);
    stage.inFlight += stage.sink.unanswered;
    stage.sink.dropConnections();
    const { accepted } = stage.sink;
    const before = stage.load.accepted.size;
    await sleep(forMs);
    stage.met = stage.sink.accepted === accepted;
    stage.note(`${stage.load.accepted.size - before} accepted meanwhile`);
    stage.names.is(known);
    const begun = Date.now();
    await stage.until('a mail afterwards', () => stage.sink.accepted > accepted, 60_000);
    stage.note(`the first is sent ${((Date.now() - begun) / 1_000).toFixed(1)} s after the name is there`);
  },
  check: ({ met }) => (met ? [] : ['mail was sent without the name']),
  end({ names }) {
    names?.resolver?.close();
    if (names) rmSync(names.directory, { recursive: true });
  },
});

/** @type {import('../scenario.mjs').Scenario[]} */
export const names = [
  nameless({ name: 'nameless', title: "The provider's name is not found", how: 'the resolver refuses to answer' }),
  nameless({
    name: 'name-silent',
    title: "Nobody answers what the provider's name stands for",
    how: 'the resolver does not answer',
    silent: true,
  }),
];
