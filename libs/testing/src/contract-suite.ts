import { existsSync, readFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import type {
  DomainEvent,
  ErrorCode,
  RequestContext,
  ResponseOf,
  Rpc,
  RpcExample,
  ServiceName,
} from '@postrider/contracts';
import { events, newId, rpcs } from '@postrider/contracts';
import type { EventPublisher } from '@postrider/messaging';
import { ContractClient, EVENT_PUBLISHER, MessagingModule } from '@postrider/messaging';
import { serializeLossless } from '@postrider/numbers';
import type { Environment, RunningApp, ServiceDefinition, serviceVariables } from '@postrider/service';
import { startService } from '@postrider/service';
import { Client } from 'pg';
import { z } from 'zod';
import { createTestVhost } from './broker.js';
import { createTestDatabase } from './database.js';
import { FakeServices } from './fake-services.js';
import { waitFor } from './wait-for.js';

/** The part of a JSON Schema that defines the keys of a value. */
interface KeySchema {
  readonly properties?: Readonly<Record<string, KeySchema>>;
  readonly additionalProperties?: unknown;
  readonly items?: unknown;
}

/**
 * The shape that two responses of the same contract must share: the keys of every object in the schema, and the type of
 * every value. Where the schema leaves the keys open (a customer's data, an artifact), the content is ignored. For an
 * array, the distinct shapes of its items.
 */
function getShape(schema: KeySchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const shapes = value.map((item: unknown) => JSON.stringify(getShape((schema.items as KeySchema) ?? {}, item)));
    return [...new Set(shapes)].toSorted().map((shape) => JSON.parse(shape) as unknown);
  }
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  if (!schema.properties || typeof schema.additionalProperties === 'object') return 'object';
  const keys = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([key]) => key)
    .toSorted();
  return Object.fromEntries(
    keys.map((key) => [key, getShape(schema.properties?.[key] ?? {}, (value as Record<string, unknown>)[key])]),
  );
}

/** The tools of an arrangement: its own account, calls to the service, and the services behind it. */
export interface ContractWorld {
  readonly context: RequestContext;
  /** Calls the service under test, or one of its neighbours, with the account of this case. */
  call<R extends Rpc>(rpc: R, request: z.input<R['request']>): Promise<ResponseOf<R>>;
  /** The services that this one calls. They return their contracts' examples unless an arrangement changes that. */
  readonly neighbours: FakeServices;
}

type Given<Request extends z.ZodType> = (
  world: ContractWorld,
  request: z.input<Request>,
) => Promise<Partial<z.input<Request>> | void> | Partial<z.input<Request>> | void;
/**
 * A request that is rejected with a code; or, if that takes several requests, the spec that tests the rejection (a path
 * from the repository's root).
 */
type Rejected<Request extends z.ZodType> =
  | ((world: ContractWorld) => Promise<z.input<Request>> | z.input<Request>)
  | { readonly coveredBy: string };

export interface Arrangement<Request extends z.ZodType = z.ZodType> {
  readonly rpc: Rpc<Request>;
  /** Creates the state that an example needs. Its result replaces fields (mostly ids) of the example's request. */
  readonly given: Given<Request> | undefined;
  readonly errors: Readonly<Partial<Record<ErrorCode, Rejected<Request>>>>;
}

/** How a contract is tested. TypeScript requires a case for every error code that it declares. */
export function arrange<Request extends z.ZodType, Response extends z.ZodType, Code extends ErrorCode>(
  rpc: Rpc<Request, Response, Code>,
  arrangement: { given?: Given<Request> } & ([Code] extends [never]
    ? { errors?: undefined }
    : { errors: Record<Code, Rejected<Request>> }),
): Arrangement {
  return { rpc, given: arrangement.given, errors: arrangement.errors ?? {} } as unknown as Arrangement;
}

const responseTimeoutMs = 20_000;
const startMs = 60_000;

/**
 * Tests the contracts of a service and, as a consumer, those of its neighbours. Starts the real service with its own
 * database: in memory, it replays every example and every declared error of the service's calls, and an example of
 * every consumed event; over RabbitMQ, one call, one error and one event. A contract without an arrangement fails the
 * suite. `concerned` changes event examples, by topic, so that the service's filters match them.
 */
export function describeContract<Shape extends typeof serviceVariables>(
  service: ServiceDefinition<Shape>,
  arrangements: readonly Arrangement[],
  environment: Environment = {},
  concerned: Readonly<Record<string, (world: ContractWorld) => Promise<object> | object>> = {},
): void {
  const owned = rpcs.filter(({ owner }) => owner === service.name);
  const taken = events.filter(({ consumers }) => consumers.includes(service.name));

  describe(`contracts of ${service.name}`, () => {
    it('have arrangements, including every error that they declare', () => {
      const arranged = new Map(arrangements.map((arrangement) => [arrangement.rpc.pattern, arrangement]));
      const missing = owned.flatMap(({ pattern, errors }) =>
        arranged.has(pattern)
          ? errors.filter((code) => !arranged.get(pattern)?.errors[code]).map((code) => `${pattern} (${code})`)
          : [pattern],
      );
      expect(missing).toEqual([]);
      expect(arrangements.filter(({ rpc }) => rpc.owner !== service.name).map(({ rpc }) => rpc.pattern)).toEqual([]);
    });

    const elsewhere = arrangements.flatMap(({ rpc, errors }) =>
      Object.entries(errors).flatMap(([code, rejected]) =>
        'coveredBy' in rejected ? [{ rpc, code, spec: rejected.coveredBy }] : [],
      ),
    );
    if (elsewhere.length > 0) {
      it.each(elsewhere.map(({ rpc, code, spec }) => [rpc.pattern, code, spec] as const))(
        '%s answers %s, as %s shows',
        (_pattern, code, spec) => {
          expect(existsSync(spec) && readFileSync(spec, 'utf8').includes(`'${code}'`)).toBe(true);
        },
      );
    }

    describe.each(['memory', 'amqp'] as const)('over %s', (transport) => {
      const stage = new Stage(service, environment, transport);
      beforeAll(() => stage.set(), startMs);
      afterAll(() => stage.clear(), startMs);
      afterEach(() => stage.neighbours.reset());

      for (const { rpc, given, errors } of transport === 'memory' ? arrangements : [withFewestExamples(arrangements)]) {
        describe(rpc.pattern, () => {
          it.each(rpc.examples.map((example) => [example.name, example] as const))(
            'answers the example "%s"',
            async (_name, example) => {
              await expectResponse(stage.world(), rpc, given, example);
            },
          );

          const rejections = getRejections(errors);
          if (rejections.length > 0) {
            it.each(rejections)('rejects with %s', async (code, rejected) => {
              const world = stage.world();
              await expect(world.call(rpc, await rejected(world))).rejects.toMatchObject({
                name: 'ServiceError',
                code,
              });
            });
          }
        });
      }

      const handled = transport === 'memory' ? taken : taken.slice(0, 1);
      if (handled.length > 0) {
        it.each(handled.map((event) => [event.topic, event] as const))(
          'consumes the event %s',
          async (_topic, event) => {
            for (const payload of event.examples) await stage.expectTaken(event, payload, concerned[event.topic]);
          },
        );
      }
    });
  });
}

const getRejections = (errors: Arrangement['errors']) =>
  Object.entries(errors).filter(
    (entry): entry is [ErrorCode, Exclude<Rejected<z.ZodType>, { coveredBy: string }>] =>
      typeof entry[1] === 'function',
  );

/** The arrangement with the fewest examples, of those that test an error. */
const withFewestExamples = (arrangements: readonly Arrangement[]): Arrangement =>
  arrangements
    .filter(({ errors }) => getRejections(errors).length > 0)
    .reduce((least, next) => (next.rpc.examples.length < least.rpc.examples.length ? next : least));

async function expectResponse(
  world: ContractWorld,
  rpc: Rpc,
  given: Given<z.ZodType> | undefined,
  example: RpcExample<unknown, unknown>,
): Promise<void> {
  const substitutes = await given?.(world, example.request);
  const response = await world.call(rpc, { ...(example.request as object), ...(substitutes as object | undefined) });
  const schema = z.toJSONSchema(rpc.response, { io: 'input', unrepresentable: 'any' }) as KeySchema;
  expect(getShape(schema, response)).toEqual(getShape(schema, example.response));
}

/** The service under test between a caller and its neighbours, on one transport. */
class Stage<Shape extends typeof serviceVariables> {
  neighbours!: FakeServices;
  private client!: ContractClient;
  private database!: Client;
  private url!: string;
  private readonly toClear: (() => Promise<unknown>)[] = [];

  constructor(
    private readonly service: ServiceDefinition<Shape>,
    private readonly environment: Environment,
    private readonly transport: 'memory' | 'amqp',
  ) {}

  async set(): Promise<void> {
    const database = await createTestDatabase(this.service.database);
    this.toClear.unshift(() => database.drop());
    this.url = `memory:${newId('request')}`;
    if (this.transport === 'amqp') {
      const vhost = await createTestVhost();
      this.toClear.unshift(() => vhost.drop());
      this.url = vhost.url;
    }
    this.neighbours = await FakeServices.start(this.url);
    this.toClear.unshift(() => this.neighbours.stop());
    await this.neighbours.stopService(this.service.name);
    const app: RunningApp = await startService(this.service, {
      AMQP_URL: this.url,
      DATABASE_URL: database.url,
      DATABASE_POOL: '4',
      HEALTH_PORT: '0',
      LOG_LEVEL: 'silent',
      ...this.environment,
    });
    this.toClear.unshift(() => app.stop());
    const caller = await this.context(MessagingModule.forCaller('contract-suite', this.url));
    this.client = caller.get(ContractClient);
    this.database = new Client({ connectionString: database.url });
    await this.database.connect();
    this.toClear.unshift(() => this.database.end());
    await waitFor(() => this.isReachable());
  }

  /** Stops everything in reverse order. */
  async clear(): Promise<void> {
    for (const step of this.toClear) await step();
  }

  world(): ContractWorld {
    const context: RequestContext = {
      accountId: newId('account'),
      requestId: newId('request'),
      deadline: Date.now() + responseTimeoutMs,
    };
    return { context, neighbours: this.neighbours, call: (rpc, request) => this.client.call(rpc, context, request) };
  }

  /**
   * Publishes the event as its publisher does and waits for its inbox row, which is committed together with its effect.
   */
  async expectTaken(
    event: DomainEvent,
    example: unknown,
    given?: (world: ContractWorld) => Promise<object> | object,
  ): Promise<void> {
    const world = this.world();
    const { accountId, requestId } = world.context;
    const payload = { ...(example as object), ...(await given?.(world)) };
    const eventId = newId('event');
    const publisher = (await this.getPublisher(event.publisher)).get<EventPublisher>(EVENT_PUBLISHER);
    await waitFor(async () => {
      const failures = await publisher.publish([
        { eventId, topic: event.topic, accountId, requestId, payload: JSON.parse(serializeLossless(payload)) },
      ]);
      return !failures.has(eventId) || this.transport === 'memory';
    });
    const inbox = `select 1 from ${this.service.database.schema}.inbox where event_id = $1`;
    await waitFor(async () => (await this.database.query(inbox, [eventId])).rows.length > 0);
  }

  private readonly publishers = new Map<ServiceName, Promise<INestApplicationContext>>();

  private getPublisher(name: ServiceName): Promise<INestApplicationContext> {
    const known = this.publishers.get(name) ?? this.context(MessagingModule.forService(name, this.url));
    this.publishers.set(name, known);
    return known;
  }

  private async context(module: ReturnType<typeof MessagingModule.forCaller>): Promise<INestApplicationContext> {
    const context = await NestFactory.createApplicationContext(module, { logger: false });
    this.toClear.unshift(() => context.close());
    return context;
  }

  /** Over AMQP the caller's own connection takes a moment. The probe violates its contract, so it has no effect. */
  private async isReachable(): Promise<boolean> {
    const [probe] = rpcs.filter(({ owner }) => owner === this.service.name);
    return (
      probe === undefined ||
      this.world()
        .call(probe, 'nothing')
        .then(
          () => true,
          (error: { code?: string }) => error.code !== 'unavailable',
        )
    );
  }
}
