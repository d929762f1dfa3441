import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HealthCheck } from './health.js';
import { Health, serveHealth } from './health.js';
import { runningApp } from './running-app.js';

describe('the health of an app', () => {
  let database: HealthCheck['check'] = () => true;
  const health = new Health([
    { name: 'database', check: () => database() },
    { name: 'calls', check: () => true },
  ]);
  let server: Server;
  let address: string;

  beforeAll(async () => {
    server = await serveHealth(health, 0);
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  afterEach(() => {
    database = () => true;
  });

  const ready = async (): Promise<[number, unknown]> => {
    const response = await fetch(`${address}/health/ready`);
    return [response.status, await response.json()];
  };

  it('is ready while all checks pass', async () => {
    expect(await ready()).toEqual([200, { ready: true, checks: { database: true, calls: true } }]);
  });

  it.each<[string, () => boolean | Promise<boolean>]>([
    ['is missing', () => false],
    ['fails', () => Promise.reject(new Error('unavailable'))],
    [
      'throws',
      () => {
        throw new Error('unavailable');
      },
    ],
    ['does not answer', () => new Promise<boolean>(() => {})],
  ])('names a check that %s', async (_how, check) => {
    database = check;
    expect(await ready()).toEqual([503, { ready: false, checks: { database: false, calls: true } }]);
  });

  it('reports the reason of a failed check, if known', async () => {
    database = () => 'The disk is full';
    expect(await ready()).toEqual([
      503,
      { ready: false, checks: { database: false, calls: true }, problems: { database: 'The disk is full' } },
    ]);
  });

  it('stays live and serves metrics while not ready', async () => {
    database = () => false;
    expect((await fetch(`${address}/health/live`)).status).toBe(200);
    expect(await (await fetch(`${address}/metrics`)).text()).toContain('process_cpu_user_seconds_total');
    expect((await fetch(`${address}/`)).status).toBe(404);
  });

  it('exports readiness and the clock as metrics', async () => {
    database = () => false;
    const metrics = await (await fetch(`${address}/metrics`)).text();
    expect(metrics).toContain('postrider_ready{check="database"} 0\npostrider_ready{check="calls"} 1');
    const [, clock] = /^postrider_clock_seconds (.+)$/m.exec(metrics)!;
    expect(Math.abs(Number(clock) - Date.now() / 1000)).toBeLessThan(5);
  });

  it('readyWithin() stops waiting after its timeout', async () => {
    database = () => false;
    expect(await health.readyWithin(60)).toBe(false);
    let callCount = 0;
    database = () => ++callCount > 2;
    expect(await health.readyWithin(5_000)).toBe(true);
  });

  it('listens on the configured address', async () => {
    const local = await serveHealth(new Health([]), 0, '127.0.0.1');
    expect(local.address()).toMatchObject({ address: '127.0.0.1' });
    local.close();
  });

  it('reports in one sentence that its port is taken', async () => {
    await expect(serveHealth(health, Number(new URL(address).port))).rejects.toThrow(
      /^Port \d+ is in use; set HEALTH_PORT to another\.$/,
    );
  });

  it('is not ready once the app stops, which happens once', async () => {
    let closed = 0;
    const app = runningApp(
      new Health([]),
      async () => {
        closed++;
      },
      undefined,
      50,
    );
    const stopping = [app.stop(), app.stop()];
    expect(await app.health.ready()).toEqual({ ready: false, checks: { stopping: false } });
    expect(closed).toBe(0);
    await Promise.all(stopping);
    expect(closed).toBe(1);
  });
});
