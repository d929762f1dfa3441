// The services of Postrider in the simulation, and the broker between them: it loses nothing that was confirmed, but
// it delays, reorders and repeats events, and is sometimes down.
import { AsyncResource } from 'node:async_hooks';
import { memoryHub } from '#dist/libs/messaging/src/memory/memory-events.js';
import { MemoryRpcTransport } from '#dist/libs/messaging/src/memory/memory-rpc-server.js';
import { ContractClient } from '#dist/libs/messaging/src/contract-client.js';
import { PublishFailed } from '#dist/libs/messaging/src/transport.js';
import { startService } from '#dist/libs/service/src/index.js';
import { customerService } from '#dist/apps/customer/src/customer.module.js';
import { deliveryService } from '#dist/apps/delivery/src/delivery.module.js';
import { dripService } from '#dist/apps/drip/src/drip.module.js';
import { templateService } from '#dist/apps/template/src/template.module.js';
import { trackingService } from '#dist/apps/tracking/src/tracking.service-definition.js';
import { cutConnections } from './sockets.mjs';

/** @typedef {import('./simulation.mjs').Simulation} Simulation */
/** @typedef {import('./simulation.mjs').Instance} Instance */
/** @typedef {'customer' | 'delivery' | 'drip' | 'template' | 'tracking'} Name */
/** @typedef {{ events: any[], resolve: () => void, reject: (error: unknown) => void }} Arrival */
/** @typedef {{ instance: Instance, run: (events: any) => Promise<void>, waiting: Arrival[], working: Promise<void> | undefined }} Consumer */

const definitions = {
  customer: customerService,
  delivery: deliveryService,
  drip: dripService,
  template: templateService,
  tracking: trackingService,
};
/** Two processes of a service share its work. */
const processes = /** @type {const} */ ([
  'customer',
  'delivery',
  'delivery-b',
  'drip',
  'drip-b',
  'template',
  'tracking',
  'tracking-b',
]);
/** @typedef {typeof processes[number]} Process */
export const names = /** @type {readonly Process[]} */ (processes);
const getService = (/** @type {Process} */ name) => /** @type {Name} */ (name.replace(/-b$/, ''));
export const trackingKey = Buffer.alloc(32, 5).toString('base64');
const url = 'memory:simulation';
/** Kubernetes' terminationGracePeriodSeconds. */
const stopMs = 30_000;
/** Longer than any simulation waits. */
const never = new Promise(() => undefined);

export class Services {
  /**
   * @param {Simulation} simulation
   * @param {import('./database.mjs').SimulatedDatabase} database
   * @param {{ databaseUrl: string, random: import('./random.mjs').Random }} options
   */
  constructor(simulation, database, { databaseUrl, random }) {
    this.simulation = simulation;
    this.database = database;
    this.databaseUrl = databaseUrl;
    this.random = random;
    /** @type {Map<Process, Instance>} */
    this.running = new Map();
    this.starts = 0;
    this.brokerIsAway = false;
    /** Batches of events that the broker keeps. */
    this.held = 0;
    /** @type {Map<Instance, { stop: () => Promise<void> }>} */
    this.apps = new Map();
    this.hub = memoryHub(url);
    this.#interpose();
    this.client = new ContractClient(new MemoryRpcTransport(this.hub));
  }

  /** Makes calls and events steps, which a crash of the receiver ends. */
  #interpose() {
    const { simulation, hub } = this;
    hub.handleRequests = (service, given) => {
      const own = { instance: /** @type {Instance} */ (simulation.instance), run: AsyncResource.bind(given) };
      const handlers = [...this.#aliveOf(this.handlers, service), own];
      this.handlers.set(service, handlers);
      hub.requestHandlers.set(service, async (request) => {
        await simulation.step(`call ${request.slice(2, request.indexOf('"', 2))}`, this.random.below(10));
        const alive = this.#aliveOf(this.handlers, service);
        if (this.brokerIsAway || alive.length === 0) return never;
        const { instance, run } = this.random.pick(alive);
        const reply = await run(request);
        return instance.isDead || this.brokerIsAway ? never : reply;
      });
    };
    // The other process keeps running when one stops.
    hub.requestHandlers.delete = (service) => this.#leave(this.handlers, service);
    hub.sinks.delete = (service) => this.#leave(this.sinks, service);
    hub.take = (service, given) => {
      const instance = /** @type {Instance} */ (simulation.instance);
      const own = { instance, run: AsyncResource.bind(given), waiting: [], working: undefined };
      this.sinks.set(service, [...this.#aliveOf(this.sinks, service), own]);
      hub.sinks.set(service, async (events) => {
        await simulation.step(`publish ${events.length} events for ${service}`, this.random.below(10));
        if (this.brokerIsAway) throw new PublishFailed('The broker is away');
        simulation.outside(() => void this.#hold(service, events));
      });
    };
  }

  /**
   * @template {{ instance: Instance }} Own
   * @param {Map<string, Own[]>} all
   * @param {string} service
   */
  #aliveOf(all, service) {
    return (all.get(service) ?? []).filter(({ instance }) => !instance.isDead);
  }

  /** @type {(all: Map<string, { instance: Instance }[]>, service: string) => boolean} */
  #leave(all, service) {
    const left = (all.get(service) ?? []).filter(({ instance }) => instance !== this.simulation.instance);
    all.set(service, /** @type {any} */ (left));
    return true;
  }

  /** The broker keeps confirmed events until their consumer has handled them, and repeats some. */
  async #hold(/** @type {string} */ service, /** @type {any} */ events) {
    this.held += 1;
    for (let rest = this.random.chance(0.1) ? 2 : 1; rest > 0;) {
      await this.simulation.step(`${events.length} events to ${service}`, this.random.below(rest === 1 ? 50 : 5_000));
      try {
        if (this.brokerIsAway) throw new PublishFailed('The broker is away');
        await this.#deliver(service, events);
        rest -= 1;
      } catch (error) {
        this.simulation.note(`not handled by ${service}: ${error instanceof Error ? error.message : error}`);
        await this.simulation.step(`wait for ${service}`, this.random.between(500, 5_000));
      }
    }
    this.held -= 1;
  }

  async #deliver(/** @type {string} */ service, /** @type {any} */ events) {
    const alive = this.#aliveOf(this.sinks, service);
    if (alive.length === 0) throw new PublishFailed(`${service} is down`);
    const consumer = this.random.pick(alive);
    /** @type {Promise<void>} */
    const handled = new Promise((resolve, reject) => consumer.waiting.push({ events, resolve, reject }));
    consumer.working ??= this.#work(service, consumer).finally(() => (consumer.working = undefined));
    await this.#untilCrash(consumer.instance, handled);
  }

  /** A process handles one batch at a time: what has arrived meanwhile, of all publishers, is the next one. */
  async #work(/** @type {string} */ service, /** @type {Consumer} */ consumer) {
    for (let batch; (batch = consumer.waiting.splice(0)).length > 0;)
      try {
        if (!this.#aliveOf(this.sinks, service).includes(consumer)) throw new PublishFailed('stopped');
        await consumer.run(batch.flatMap(({ events }) => events));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
  }

  /** @type {Map<string, { instance: Instance, run: (request: string) => Promise<string> }[]>} */
  handlers = new Map();
  /** @type {Map<string, Consumer[]>} */
  sinks = new Map();

  /** Events that a crashed service has not confirmed are delivered again. */
  #untilCrash(/** @type {Instance} */ own, /** @type {Promise<void>} */ work) {
    return Promise.race([
      work,
      new Promise((_resolve, reject) => {
        this.crashes.set(own, [...(this.crashes.get(own) ?? []), () => reject(new PublishFailed('crashed'))]);
      }),
    ]);
  }
  /** @type {Map<Instance, (() => void)[]>} */
  crashes = new Map();

  /** @param {Process} name */
  async start(name) {
    const { simulation } = this;
    this.starts += 1;
    const instance = { name: `${name} ${this.starts}`, isDead: false, frozenUntil: 0, clockOffMs: 0 };
    this.running.set(name, instance);
    const address = new URL(this.databaseUrl);
    address.searchParams.set('options', `-c search_path=${getService(name)},simulated,pg_catalog`);
    const environment = {
      DATABASE_URL: address.toString(),
      DATABASE_POOL: '4',
      AMQP_URL: url,
      LOG_LEVEL: 'silent',
      HEALTH_PORT: '0',
      MIGRATE_ON_START: 'false',
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      ...(getService(name) === 'delivery' && {
        POLL_MS: '2000',
        RETRY_DELAYS_SECONDS: '30,120,300,600,900,1200',
        PUBLIC_URL: 'https://mail.acme.example',
        TRACKING_KEY: trackingKey,
      }),
    };
    /** @type {unknown} */
    let problem;
    let isUp = false;
    const begin = async () => {
      try {
        this.apps.set(instance, await startService(/** @type {any} */ (definitions[getService(name)]), environment));
        isUp = true;
      } catch (error) {
        problem = error;
      }
    };
    simulation.within(instance, () => void begin());
    simulation.log(`${instance.name} starts`);
    return () => {
      if (problem && !instance.isDead) throw problem;
      return isUp || instance.isDead;
    };
  }

  /**
   * Stops a process as an orchestrator does: with SIGTERM, and by force if that takes too long.
   *
   * @param {Process} name
   * @param {() => Promise<void>} beforeEnd
   */
  async stop(name, beforeEnd) {
    const instance = this.running.get(name);
    const app = instance && this.apps.get(instance);
    if (!app || instance.isDead) return;
    this.simulation.log(`${instance.name} stops`);
    let isStopped = false;
    const begin = async () => {
      try {
        await app.stop();
        isStopped = true;
      } catch (error) {
        this.simulation.log(`${instance.name}: ${error instanceof Error ? error.message : error}`);
      }
    };
    this.simulation.within(instance, () => void begin());
    const end = async () => {
      if (this.running.get(name) !== instance) return;
      this.simulation.log(isStopped ? `${instance.name} has stopped` : `${instance.name} is killed`);
      await beforeEnd();
      await this.crash(name);
      await this.start(name);
    };
    this.simulation.outside(() =>
      this.simulation.setTimer(() => this.simulation.add({ label: `end of ${name}`, run: end }), stopMs, [], false),
    );
  }

  /** @param {Process} name */
  async crash(name) {
    const instance = this.running.get(name);
    if (!instance || instance.isDead) return;
    this.simulation.log(`${instance.name} crashes`);
    instance.isDead = true;
    this.running.delete(name);
    cutConnections(instance);
    await this.database.crash(instance);
    for (const end of this.crashes.get(instance) ?? []) end();
    this.crashes.delete(instance);
  }
}
