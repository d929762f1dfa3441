import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { project } from './project.mjs';

const signalQuietly = (/** @type {number} */ pid, /** @type {NodeJS.Signals} */ signal) => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already exited.
  }
};

/**
 * Every process of the machine: `[{ pid, parent, command }]`. Reads /proc if it exists, because slim images lack `ps`.
 */
export function processTable() {
  if (existsSync('/proc/self/stat')) {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
          const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
          const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
          return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), command }];
        } catch {
          return [];
        }
      });
  }
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,ppid=,stat=,command='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined || state?.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/**
 * All descendants of a process, in any session.
 *
 * @param {number} pid
 * @returns {ReturnType<typeof processTable>}
 */
export function findDescendants(pid, table = processTable()) {
  const children = table.filter((entry) => entry.parent === pid);
  return children.flatMap((child) => [child, ...findDescendants(child.pid, table)]);
}

/** The command line of a live process, or undefined. */
export const findCommand = (/** @type {number} */ pid) => processTable().find((entry) => entry.pid === pid)?.command;

const guardMark = 'postrider-guard';

/**
 * Outlives this process, even a `kill -9`: when the pipe closes, it stops the registered processes, newest first, and
 * removes the temporary directories. A shell, because it must be small and independent of Node.
 */
const guardScript = `
owned=''
set --
while read -r what subject signal; do
  case $what in
    own) owned="$subject:$signal $owned" ;;
    lost) rest=''; for entry in $owned; do [ "\${entry%%:*}" = "$subject" ] || rest="$rest $entry"; done; owned=$rest ;;
    temporary) set -- "$@" "$subject\${signal:+ $signal}" ;;
  esac
done
runs() { kill -0 "$1" 2>/dev/null && ! grep -q ') Z ' "/proc/$1/stat" 2>/dev/null; }
for entry in $owned; do
  pid=\${entry%%:*}
  kill -s "\${entry##*:}" "$pid" 2>/dev/null || continue
  tries=0
  while [ $tries -lt 100 ] && runs "$pid"; do sleep 0.1; tries=$((tries + 1)); done
  kill -s KILL -- "-$pid" 2>/dev/null
done
[ $# -eq 0 ] || rm -rf -- "$@"
`;

function startGuard() {
  const started = spawn('sh', ['-c', guardScript, guardMark], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  });
  started.on('error', () => undefined);
  started.stdin.on('error', () => undefined);
  /** @type {import('node:net').Socket} */ (started.stdin).unref();
  started.unref();
  return started;
}

/** @type {ReturnType<typeof startGuard> | undefined} */
let guard;
const runningGuard = () => (guard ??= startGuard());

/** The process id of the guard, which this starts if necessary. */
export const guardId = () => runningGuard().pid;

const notifyGuard = (/** @type {string} */ line) => runningGuard().stdin.write(`${line}\n`);

/** Whether the process is a guard, perhaps one that still cleans up. */
export const isGuard = (/** @type {number} */ pid) => findCommand(pid)?.includes(guardMark) ?? false;

/** Removes the directory even if this process is killed. */
export const guardTemporary = (/** @type {string} */ directory) => notifyGuard(`temporary ${directory}`);

/** @type {Map<number, { stopSignal: NodeJS.Signals, kill: () => void }>} */
const running = new Map();

let stopping = false;

/** Signals every running process to stop, kills it after the deadline, and prevents new ones. Returns immediately. */
export function stopAll(deadlineMs = 3000) {
  stopping = true;
  for (const [pid, { stopSignal }] of running) signalQuietly(pid, stopSignal);
  setTimeout(() => {
    for (const { kill } of running.values()) kill();
  }, deadlineMs).unref();
}

/**
 * Starts a process in its own session, so that the terminal's Ctrl-C does not reach it directly, and
 * registers it with the guard. `stopSignal` asks it to exit gracefully.
 *
 * `exited` resolves with `error` when the process could not start. `stop` is graceful until the deadline and resolves
 * once the process has exited. `kill` ends it with its descendants, or sends another signal to it alone.
 *
 * @typedef {import('node:child_process').SpawnOptions & { stopSignal?: NodeJS.Signals }} StartOptions
 * @typedef {ReturnType<typeof startProcess>} Started
 * @param {string} command
 * @param {readonly string[]} args
 * @param {StartOptions} options
 * @throws Failure after `stopAll`
 */
export function startProcess(command, args, { stopSignal = 'SIGTERM', ...options } = {}) {
  if (stopping) throw new Failure('Stopping: no new process is started.');
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options, detached: true });
  const { pid } = child;
  const isRunning = () => pid !== undefined && child.exitCode === null && child.signalCode === null;
  const kill = (/** @type {NodeJS.Signals} */ signal = 'SIGKILL') => {
    if (pid === undefined || !isRunning()) return;
    if (signal !== 'SIGKILL') {
      signalQuietly(pid, signal);
      return;
    }
    const started = findDescendants(pid);
    signalQuietly(-pid, signal);
    for (const descendant of started) signalQuietly(descendant.pid, signal);
  };
  if (pid !== undefined) {
    running.set(pid, { stopSignal, kill });
    notifyGuard(`own ${pid} ${stopSignal.replace('SIG', '')}`);
  }
  /** @type {Promise<{ code: number | null, signal: NodeJS.Signals | null, error?: Error }>} */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const exited = ended.then((exit) => {
    if (pid !== undefined) {
      running.delete(pid);
      notifyGuard(`lost ${pid}`);
      signalQuietly(-pid, 'SIGKILL');
    }
    return exit;
  });
  const stop = async (/** @type {number} */ deadlineMs) => {
    if (pid === undefined || !isRunning()) return;
    signalQuietly(pid, stopSignal);
    const killTimer = setTimeout(() => kill(), deadlineMs);
    await exited;
    clearTimeout(killTimer);
  };
  return { child, pid, exited, isRunning, stop, kill };
}

/**
 * Stops a process that is not a child. Resolves to whether it has exited.
 *
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 * @param {number} deadlineMs
 */
export async function stopForeign(pid, signal, deadlineMs) {
  signalQuietly(pid, signal);
  for (const end = Date.now() + deadlineMs; Date.now() < end;) {
    if (!processTable().some((entry) => entry.pid === pid)) return true;
    await sleep(50);
  }
  return false;
}

/**
 * Runs a command and resolves to its exit code (1 if it could not start) and its piped output.
 *
 * @typedef {typeof run} Run
 * @param {string} command
 * @param {readonly string[]} args
 * @param {StartOptions} [options]
 */
export async function run(command, args, options) {
  const started = startProcess(command, args, options);
  /** @type {Buffer[]} */
  const chunks = [];
  for (const stream of [started.child.stdout, started.child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
  const closed = once(started.child, 'close').catch(() => undefined);
  const { code, error } = await started.exited;
  if (error !== undefined) return { code: 1, output: error.message };
  await closed;
  return { code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') };
}

/**
 * Runs the npm that started this script, or the one on PATH.
 *
 * @param {readonly string[]} args
 * @param {StartOptions} [options]
 */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  return run(command, [...first, ...args], { cwd: project, ...options });
}
