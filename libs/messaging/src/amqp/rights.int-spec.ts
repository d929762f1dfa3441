import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Logger } from '@nestjs/common';
import type { ServiceName } from '@postrider/contracts';
import { events, newId } from '@postrider/contracts';
import { createTestVhost, deleteUsers, importDefinitions, waitFor } from '@postrider/testing';
import { connect } from 'amqplib';
import { parseAllDocuments } from 'yaml';
import type { EventEnvelope } from '../on.js';
import { echo, startCaller, startEcho } from '../testing/echo.js';
import { AmqpEventConsumer } from './amqp-event-consumer.js';
import { AmqpEventPublisher } from './amqp-event-publisher.js';
import { brokerFacts } from './broker-facts.js';

interface ExternalSecret {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly target: { readonly template: { readonly data: Readonly<Record<string, string>> } } };
}
interface Right {
  readonly user: string;
  readonly configure: string;
  readonly write: string;
  readonly read: string;
}
interface Definitions {
  readonly users: readonly { readonly name: string }[];
  readonly permissions: readonly Right[];
}
const root = resolve(import.meta.dirname, '../../../..');
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');
const password = 'test';

/** The definitions that the manifests import into RabbitMQ, with one password for all users. */
const definitions = ((): Definitions => {
  const secrets = parseAllDocuments(read('k8s/components/external-secrets/operators/external-secrets.yaml'));
  const secret = secrets
    .map((document) => document.toJS() as ExternalSecret)
    .find(({ metadata }) => metadata.name === 'rabbitmq-definitions')!;
  const template = secret.spec.target.template.data['definitions.json']!;
  return JSON.parse(template.replaceAll(/\{\{[^}]*\}\}/g, password)) as Definitions;
})();
const services: readonly ServiceName[] = ['template', 'delivery', 'tracking', 'customer', 'drip'];

/** The permissions that the commands of the page grant: the gateway's as written, the loop's once for each service. */
const grantedByPage = (): Right[] => {
  const page = read('docs/operate/kubernetes.md').replaceAll('\\\n', ' ');
  const commands = [...page.matchAll(/set_permissions -p postrider (\S+) +(['"])(.+?)\2 +\2(.+?)\2 +\2(.+?)\2/g)];
  return commands.flatMap(([, user, , ...rights]) =>
    (user!.includes('$app') ? services : ['gateway']).map((app) => {
      const [configure, write, read] = rights.map((right) => right.replaceAll('$app', app).replaceAll('\\$', '$'));
      return { user: `postrider_${app}`, configure: configure!, write: write!, read: read! };
    }),
  );
};

describe('the RabbitMQ users in the manifests', () => {
  let vhost: Awaited<ReturnType<typeof createTestVhost>>;
  let users: string[];

  beforeAll(async () => {
    Logger.overrideLogger(false);
    vhost = await createTestVhost();
    const own = (user: string): string => `${user}-${vhost.name}`;
    users = definitions.users.map(({ name }) => own(name));
    await importDefinitions({
      users: definitions.users.map((user) => ({ ...user, name: own(user.name) })),
      permissions: definitions.permissions.map((right) => ({ ...right, user: own(right.user), vhost: vhost.name })),
    });
  });
  afterAll(async () => {
    await deleteUsers(users);
    await vhost.drop();
  });

  const buildUrl = (app: string): string =>
    Object.assign(new URL(vhost.url), { username: `postrider_${app}-${vhost.name}`, password }).toString();

  it('exist once per app, without tags', () => {
    expect(definitions.users).toEqual(
      ['gateway', ...services].map((app) => ({ name: `postrider_${app}`, password, tags: [] })),
    );
  });

  it('have the permissions that docs/operate grants manually', () => {
    expect(definitions.permissions).toEqual(grantedByPage().map((right) => ({ ...right, vhost: 'postrider' })));
  });

  it('can do what the apps do: serve and make calls, publish, consume and dead-letter events', async () => {
    const taken: string[] = [];
    const publishers = services.map(
      (service) =>
        new AmqpEventPublisher(
          buildUrl(service),
          service,
          events.filter(({ publisher }) => publisher === service),
        ),
    );
    await waitFor(() => publishers.every((publisher) => publisher.isConnected()), { what: 'all publishers' });
    const consumers = services.map((service) => {
      const consumed = events.filter((event) => event.consumers.includes(service));
      return { service, consumed, consumer: new AmqpEventConsumer(buildUrl(service), service, consumed) };
    });
    const starting = consumers.filter(({ consumed }) => consumed.length > 0);
    for (const { service, consumer } of starting)
      await consumer.start(async (batch) => {
        taken.push(...batch.map(({ topic }) => `${service} ${topic}`));
        // The event moves to a retry queue of its service, which must be confirmed before the event is acked.
        throw new Error('temporary failure');
      });
    try {
      await waitFor(() => starting.every(({ consumer }) => consumer.isConnected()), { what: 'all consumers' });
      for (const [place, service] of services.entries()) {
        const claims = events
          .filter(({ publisher }) => publisher === service)
          .map(({ topic }): EventEnvelope => ({
            eventId: newId('event'),
            topic,
            accountId: newId('account'),
            requestId: newId('request'),
            payload: {},
          }));
        expect(await publishers[place]!.publish(claims)).toEqual(new Map());
      }
      const wanted = events.flatMap(({ topic, consumers: names }) => names.map((name) => `${name} ${topic}`));
      await waitFor(() => wanted.every((one) => taken.includes(one)), { what: 'every event at every consumer' });
      for (const { service } of starting)
        await waitFor(async () => (await vhost.queueInfo(`${service}.events`))?.messages === 0, {
          what: `${service}'s events to be retried`,
        });
    } finally {
      await Promise.all([
        ...starting.map(({ consumer }) => consumer.stop()),
        ...publishers.map((publisher) => publisher.close()),
      ]);
    }
  });

  it('can make and serve calls, and can be inspected by postrider doctor', async () => {
    const service = await startEcho(buildUrl('customer'));
    const caller = await startCaller(buildUrl('gateway'));
    try {
      await waitFor(() => caller.call(echo, { text: 'there?' }));
      for (const app of ['gateway', ...services])
        expect(await brokerFacts(buildUrl(app), undefined)).not.toHaveProperty('rejectsQuorumQueues');
    } finally {
      await caller.stop();
      await service.stop();
    }
  });

  it.each([
    ['gateway', 'customer.rpc'],
    ['gateway', 'customer.events'],
    ['drip', 'customer.rpc'],
  ])('do not let %s consume %s', async (app, queue) => {
    const connection = await connect(buildUrl(app));
    try {
      const channel = await connection.createChannel();
      channel.on('error', () => {});
      await expect(channel.get(queue)).rejects.toThrow('ACCESS_REFUSED');
    } finally {
      await connection.close();
    }
  });
});
