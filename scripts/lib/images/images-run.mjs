import { parseArgs } from 'node:util';
import { Failure } from '../failure.mjs';
import { run } from '../processes.mjs';
import { project } from '../project.mjs';
import { makeBases, makeNeighbours, namedNodeImage } from './bases.mjs';
import { Engine } from './engine.mjs';
import { brokenPromises, probe } from './promises.mjs';
import { tryManifests } from './kube-trial.mjs';
import { tryComposition } from './trial.mjs';

const usage = `npm run images                builds postrider:local
npm run images -- --check     builds it twice and says what of its promises does not hold
npm run images -- --try       brings docker-compose.yml up on this machine's network, sends through it, stops and starts it
npm run images -- --kube      has podman play the manifests of k8s/overlays/local on this machine's network, and sends through them

  --node-image <image>   what to build on, in place of the one that the Dockerfile names
  --storage <folder>     has podman keep everything in that folder
  --ca <file>            certificates for npm to trust, where the network looks into TLS
  --keep-bases           takes the bases that an earlier run made of Debian's packages`;

const tag = 'postrider:local';
const say = (what) => console.error(what);

/** The day of the source: what is built of it has no other. */
async function secondsOfSource() {
  const { code, output } = await run('git', ['log', '-1', '--format=%ct'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return code === 0 ? Number(output) : 0;
}

/** Resolves to the image of Node to build on: the one that is named, or one like it where it cannot be fetched. */
async function nodeImage(engine, { named, keepBases, seconds }) {
  const { image, version } = namedNodeImage();
  const wanted = named ?? (keepBases ? `localhost/postrider-node:${version}-bookworm` : image);
  const isHere = await engine.run('image', 'inspect', wanted).then(
    () => true,
    () => false,
  );
  if (isHere) return wanted;
  say(`Fetching ${wanted}`);
  const fetched = await engine.run('pull', wanted).then(
    () => true,
    () => false,
  );
  if (fetched) return wanted;
  if (named !== undefined) throw new Failure(`There is no image ${named}, here or in its registry.`);
  return makeBases(engine, { seconds, say });
}

async function checkPromises(engine, build) {
  const first = await engine.inspect(tag);
  say('Building it again, from nothing');
  await build({ again: true });
  const again = await engine.inspect(tag);
  const run = ['run', '--rm', '--network', 'host', '--read-only', '--cap-drop', 'ALL', '--no-healthcheck'];
  const printed = await engine.run(...run, tag, 'node', '-e', probe);
  const inside = JSON.parse(printed.trim().split('\n').at(-1));
  for (const layer of first.layers) say(`  ${layer}`);
  say(`  ${(first.bytes / 1e6).toFixed(0)} MB, user ${first.user}, ${inside.installed} packages`);
  const broken = brokenPromises(first, again.layers, inside);
  if (broken.length > 0) throw new Failure(broken.join('\n'));
  say('All that is promised of it holds.');
}

async function carryOut(options) {
  const engine = new Engine({ storage: options.storage });
  const seconds = await secondsOfSource();
  const node = await nodeImage(engine, { named: options['node-image'], keepBases: options['keep-bases'], seconds });
  const build = ({ again = false } = {}) =>
    engine.build({ tag, folder: project, args: { NODE_IMAGE: node }, seconds, ca: options.ca, again });
  say(`Building ${tag} on ${node}`);
  await build();
  if (options.check) await checkPromises(engine, build);
  if (options.try || options.kube) await makeNeighbours(engine, { seconds, say });
  if (options.try) await tryComposition(engine, { say });
  if (options.kube) await tryManifests(engine, { say });
}

/** npm run images. Resolves to the exit code. */
export async function images(args) {
  let options;
  try {
    const flags = ['check', 'try', 'kube', 'keep-bases', 'help'].map((name) => [name, { type: 'boolean' }]);
    const values = ['node-image', 'storage', 'ca'].map((name) => [name, { type: 'string' }]);
    options = parseArgs({ args, options: Object.fromEntries([...flags, ...values]) }).values;
  } catch (error) {
    console.error(`${error.message}\n${usage}`);
    return 2;
  }
  if (options.help) {
    console.log(usage);
    return 0;
  }
  try {
    await carryOut(options);
    return 0;
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    return 1;
  }
}
