import { jest } from '@jest/globals';
import { IdleConnections, SmtpPool, SmtpPoolBusy, type PooledSession, type SmtpPoolOptions } from './smtp-pool.js';

class Session implements PooledSession {
  openedAt = Date.now();
  usable = true;
  left = false;
  private ended: () => void = () => undefined;

  whenEnded(listener: () => void): void {
    this.ended = listener;
  }

  quit(): void {
    this.left = true;
    this.usable = false;
  }

  close(): void {
    this.quit();
  }

  endByServer(): void {
    this.usable = false;
    this.ended();
  }
}

function createPool(options: Partial<SmtpPoolOptions> = {}, idleOfAll?: IdleConnections) {
  const opened: Session[] = [];
  const pool = new SmtpPool<Session>(
    () => {
      const session = new Session();
      opened.push(session);
      return Promise.resolve(session);
    },
    { maxConnections: 2, maxWaiting: 2, idleMs: 1_000, maxAgeMs: 10_000, ...options },
    idleOfAll,
  );
  return { pool, opened };
}

const never = new AbortController().signal;

describe('SmtpPool', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('reuses a released connection, and opens no more than allowed', async () => {
    const { pool, opened } = createPool();
    const first = await pool.acquire(never);
    pool.release(first.session);
    const again = await pool.acquire(never);
    expect(again).toEqual({ session: first.session, reused: true });
    await pool.acquire(never);
    const waiting = pool.acquire(never);
    expect(opened).toHaveLength(2);
    pool.release(again.session);
    await expect(waiting).resolves.toEqual({ session: first.session, reused: true });
  });

  it('lets a waiting send open a new connection when the released one is closed', async () => {
    const { pool, opened } = createPool({ maxConnections: 1 });
    const { session } = await pool.acquire(never);
    const waiting = pool.acquire(never);
    session.usable = false;
    pool.release(session);
    await expect(waiting).resolves.toMatchObject({ reused: false });
    expect(opened).toHaveLength(2);
  });

  it('closes connections that are idle for too long, too old, or closed by the server', async () => {
    const { pool, opened } = createPool();
    const { session: idle } = await pool.acquire(never);
    pool.release(idle);
    jest.advanceTimersByTime(1_000);
    expect(idle.left).toBe(true);

    const { session: old } = await pool.acquire(never);
    jest.advanceTimersByTime(10_001);
    pool.release(old);
    expect(old.left).toBe(true);

    const { session: dropped } = await pool.acquire(never);
    pool.release(dropped);
    dropped.endByServer();
    expect((await pool.acquire(never)).reused).toBe(false);
    await pool.acquire(never);
    expect(opened).toHaveLength(5);
  });

  it('limits how many sends wait and how long', async () => {
    const { pool } = createPool({ maxConnections: 1, maxWaiting: 1 });
    const { session } = await pool.acquire(never);
    const attempt = new AbortController();
    const waiting = pool.acquire(attempt.signal);
    await expect(pool.acquire(never)).rejects.toThrow(SmtpPoolBusy);
    attempt.abort();
    await expect(waiting).rejects.toThrow('came free in time');
    await expect(pool.acquire(attempt.signal)).rejects.toThrow('came free in time');
    pool.release(session);
    await expect(pool.acquire(never)).resolves.toMatchObject({ reused: true });
  });

  it('gives the slot of a connection that could not be opened to the next send', async () => {
    let rejections = 1;
    const pool = new SmtpPool<Session>(
      () => (rejections-- > 0 ? Promise.reject(new Error('refused')) : Promise.resolve(new Session())),
      { maxConnections: 1, maxWaiting: 2, idleMs: 1, maxAgeMs: 1_000 },
    );
    const failing = pool.acquire(never);
    const waiting = pool.acquire(never);
    await expect(failing).rejects.toThrow('refused');
    await expect(waiting).resolves.toMatchObject({ reused: false });
  });

  it('rejects waiting sends and closes idle connections when it closes, and others when they are released', async () => {
    const { pool } = createPool();
    const { session: idle } = await pool.acquire(never);
    const { session: busy } = await pool.acquire(never);
    const waiting = pool.acquire(never);
    pool.release(idle);
    await waiting;
    pool.release(idle);
    const rejected = Promise.all([
      pool.acquire(never),
      pool.acquire(never).then(
        (lease) => lease,
        (error: unknown) => error,
      ),
    ]);
    pool.close();
    expect((await rejected)[1]).toBeInstanceOf(SmtpPoolBusy);
    pool.release(busy);
    expect(busy.left).toBe(true);
    await expect(pool.acquire(never)).rejects.toThrow(SmtpPoolBusy);
  });

  describe('with the connections of other accounts', () => {
    const use = async (pool: SmtpPool<Session>): Promise<void> => pool.release((await pool.acquire(never)).session);

    it('keeps a limited number of idle connections, and closes the one idle for the longest time', async () => {
      const idleOfAll = new IdleConnections(2);
      const [first, second, third] = [createPool({}, idleOfAll), createPool({}, idleOfAll), createPool({}, idleOfAll)];
      await use(first.pool);
      await use(second.pool);
      await use(first.pool);
      await use(third.pool);
      expect([first, second, third].map(({ opened: [session] }) => session?.left)).toEqual([false, true, false]);
      await use(second.pool);
      expect(second.opened).toHaveLength(2);
      expect(first.opened[0]?.left).toBe(true);
    });

    it('does not count connections in use or closed', async () => {
      const idleOfAll = new IdleConnections(1);
      const [first, second] = [createPool({}, idleOfAll), createPool({}, idleOfAll)];
      await use(first.pool);
      const lease = await first.pool.acquire(never);
      await use(second.pool);
      expect(lease.session.left).toBe(false);
      second.opened[0]?.endByServer();
      first.pool.release(lease.session);
      expect(first.opened[0]?.left).toBe(false);
      jest.advanceTimersByTime(1_000);
      expect(first.opened[0]?.left).toBe(true);
    });

    it('keeps a connection open for each of hundreds of accounts that take turns', async () => {
      const idleOfAll = new IdleConnections();
      const accounts = Array.from({ length: 1_000 }, () => createPool({}, idleOfAll));
      for (let round = 0; round < 3; round++) for (const { pool } of accounts) await use(pool);
      expect(accounts.map(({ opened }) => opened.length)).toEqual(accounts.map(() => 1));
    });
  });
});
