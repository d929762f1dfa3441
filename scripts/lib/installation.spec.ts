import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Installation } from './installation.mjs';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Listens on a port and answers every request with 200, like a ready app. */
async function occupy(port: number): Promise<number> {
  const server = createServer((_request, response) => response.end());
  servers.push(server);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const prepared = { banner: '', liveKey: 'live_x', testKey: 'test_x', environments: {} };
const installation = (port: number, PORT?: string) =>
  new Installation({ ...prepared, port, variables: PORT === undefined ? {} : { PORT } }, { apps: ['gateway'] });

/** Replaces processes: each start runs the next of `events` with its ports. */
function startedBy(
  postrider: Installation,
  ...events: ((ports: { health: number; api: number }) => Promise<'runs' | 'ends'>)[]
): number[] {
  const healthPorts: number[] = [];
  postrider.launch = (_instance, health) => {
    let running = true;
    healthPorts.push(health);
    void events.shift()!({ health, api: postrider.port }).then((outcome) => (running = outcome === 'runs'));
    return { isRunning: () => running };
  };
  return healthPorts;
}

describe('starting an app', () => {
  it('tries another health port when another process took the first', async () => {
    const postrider = installation(1);
    const healthPorts = startedBy(
      postrider,
      async ({ health }) => {
        servers.push(createServer((_request, response) => response.writeHead(404).end()).listen(health, '127.0.0.1'));
        return 'ends';
      },
      async ({ health }) => (await occupy(health), 'runs'),
    );
    await postrider.startApp('gateway');
    expect(new Set(healthPorts).size).toBe(2);
  });

  it('tries another API port, unless the port is configured', async () => {
    const taken = await occupy(0);
    const postrider = installation(taken);
    startedBy(
      postrider,
      async () => 'ends',
      async ({ health }) => (await occupy(health), 'runs'),
    );
    await postrider.startApp('gateway');
    expect(postrider.port).not.toBe(taken);
    expect(postrider.api).toBe(`http://127.0.0.1:${postrider.port}/api/v1`);

    const chosen = installation(taken, String(taken));
    startedBy(chosen, async () => 'ends');
    await expect(chosen.startApp('gateway')).rejects.toThrow('gateway exited during startup.');
  });

  it('does not retry when the app exited for another reason', async () => {
    const postrider = installation(1);
    const healthPorts = startedBy(postrider, async () => 'ends');
    await expect(postrider.startApp('gateway')).rejects.toThrow('gateway exited during startup.');
    expect(healthPorts).toHaveLength(1);
  });
});
