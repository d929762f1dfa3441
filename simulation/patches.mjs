// Replaces the sources of nondeterminism in Node.js: time, random numbers, timers and connections. This is the only
// interface between services and simulator; the services do not depend on it.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import tls from 'node:tls';
import { immediates } from './simulation.mjs';

/** @typedef {import('./simulation.mjs').Simulation} Simulation */

/**
 * @param {Simulation} simulation
 * @param {(host: string, port: number) => import('node:stream').Duplex | undefined} connect undefined: a real connection
 */
export function patchNode(simulation, connect) {
  patchTime(simulation);
  patchTimers(simulation);
  patchRandom(simulation);
  patchNetwork(connect);
  // Neither depends on the machine any more.
  process.cpuUsage = /** @type {any} */ (() => ({ user: 0, system: 0 }));
  Object.assign(performance, { eventLoopUtilization: () => ({ idle: 1, active: 0, utilization: 0 }) });
  syncBuiltinESMExports();
}

function patchTime(/** @type {Simulation} */ simulation) {
  const RealDate = Date;
  // Timers and performance.now() do not follow a clock that is set.
  const now = () => simulation.now + (simulation.instance?.clockOffMs ?? 0);
  globalThis.Date = /** @type {any} */ (
    class extends RealDate {
      constructor(/** @type {any[]} */ ...args) {
        if (args.length === 0) super(now());
        else super(.../** @type {[any]} */ (args));
      }
      /** @override */
      static now() {
        return now();
      }
    }
  );
  performance.now = () => simulation.now - simulation.startsAt + 1_000;
}

function patchTimers(/** @type {Simulation} */ simulation) {
  const createHandle = (/** @type {import('./simulation.mjs').Timer} */ timer, /** @type {number} */ ms) => {
    const handle = {
      timer,
      ref: () => handle,
      unref: () => handle,
      hasRef: () => true,
      refresh: () => (simulation.restart(timer, ms), handle),
      close: () => clear(handle),
      [Symbol.toPrimitive]: () => timer.order,
      [Symbol.dispose]: () => clear(handle),
    };
    return handle;
  };
  const clear = (/** @type {any} */ handle) => {
    const timer = handle?.timer ?? simulation.timers.find(({ order }) => order === Number(handle));
    if (timer) timer.isCleared = true;
  };
  const set =
    (/** @type {boolean} */ repeats) =>
    (/** @type {any} */ callback, ms = 1, /** @type {unknown[]} */ ...args) =>
      createHandle(simulation.setTimer(callback, Number(ms), args, repeats), Number(ms));
  const realImmediate = timers.setImmediate;
  const realClear = timers.clearImmediate;
  const setImmediate = (/** @type {any} */ callback, /** @type {unknown[]} */ ...args) => {
    immediates.open += 1;
    const owner = simulation.instance;
    const handle = realImmediate(() => {
      immediates.open -= 1;
      if (!owner?.isDead) callback(...args);
    });
    return handle;
  };
  const clearImmediate = (/** @type {any} */ handle) => {
    if (handle && !handle._destroyed) immediates.open -= 1;
    realClear(handle);
  };
  const own = {
    setTimeout: set(false),
    setInterval: set(true),
    clearTimeout: clear,
    clearInterval: clear,
    setImmediate,
    clearImmediate,
  };
  Object.assign(globalThis, own);
  Object.assign(timers, own);
  const aborted = (/** @type {AbortSignal} */ signal) =>
    Object.assign(new Error('The operation was aborted', { cause: signal.reason }), {
      name: 'AbortError',
      code: 'ABORT_ERR',
    });
  const wait = (
    /** @type {(done: () => void) => () => void} */ begin,
    /** @type {any} */ value,
    /** @type {any} */ { signal } = {},
  ) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(aborted(signal));
      const stop = begin(() => {
        signal?.removeEventListener('abort', abort);
        resolve(value);
      });
      const abort = () => (stop(), reject(aborted(signal)));
      signal?.addEventListener('abort', abort, { once: true });
      return undefined;
    });
  Object.assign(timersPromises, {
    setTimeout: (/** @type {number} */ ms, /** @type {any} */ value, /** @type {any} */ options) =>
      wait(
        (done) => {
          const handle = own.setTimeout(done, ms);
          return () => clear(handle);
        },
        value,
        options,
      ),
    setImmediate: (/** @type {any} */ value, /** @type {any} */ options) =>
      wait(
        (done) => {
          const handle = setImmediate(done);
          return () => clearImmediate(handle);
        },
        value,
        options,
      ),
  });
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    own.setTimeout(() => controller.abort(new DOMException('The operation timed out', 'TimeoutError')), ms);
    return controller.signal;
  };
}

function patchRandom(/** @type {Simulation} */ { ids }) {
  const randomBytes = (/** @type {number} */ size, /** @type {any} */ callback) => {
    const bytes = ids.bytes(Buffer.alloc(size));
    return callback ? callback(null, bytes) : bytes;
  };
  const randomUUID = () => {
    const bytes = Buffer.from(ids.bytes(Buffer.alloc(16)));
    bytes[6] = (/** @type {number} */ (bytes[6]) & 0x0f) | 0x40;
    bytes[8] = (/** @type {number} */ (bytes[8]) & 0x3f) | 0x80;
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
  const filled = (/** @type {any} */ target) => {
    ids.bytes(new Uint8Array(target.buffer, target.byteOffset, target.byteLength));
    return target;
  };
  Math.random = () => ids.fraction();
  Object.assign(crypto, { randomBytes, randomUUID, randomFillSync: filled });
  for (const target of [globalThis.crypto, crypto.webcrypto])
    for (const [name, value] of Object.entries({ randomUUID, getRandomValues: filled }))
      Object.defineProperty(target, name, { value, configurable: true });
}

function patchNetwork(/** @type {(host: string, port: number) => import('node:stream').Duplex | undefined} */ connect) {
  for (const module of [net, tls]) {
    const realConnect = /** @type {(...args: any[]) => any} */ (module.connect);
    const simulated = (/** @type {any[]} */ ...args) => {
      const [first] = args;
      const { host = 'localhost', port } = typeof first === 'object' ? first : { port: first, host: args[1] };
      return connect(String(host), Number(port)) ?? realConnect(...args);
    };
    Object.assign(
      module,
      module === net ? { connect: simulated, createConnection: simulated } : { connect: simulated },
    );
  }
}
