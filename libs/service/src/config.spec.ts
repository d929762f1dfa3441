import { z } from 'zod';
import { ConfigError, defineConfig, describeConfig, serviceVariables, variables } from './config.js';

const config = defineConfig('tracking', {
  ...serviceVariables,
  SECRETS_KEY: z.string().min(32, 'must have at least 32 characters').describe('Signs links'),
});
const good = { AMQP_URL: 'amqp://broker', DATABASE_URL: 'postgres://db/x', SECRETS_KEY: 'x'.repeat(32) };

const problem = (environment: Record<string, string>): string => {
  try {
    config.read(environment);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
};

describe('the configuration', () => {
  it('has a default for everything that does not depend on the environment', () => {
    expect(config.read(good)).toEqual({
      ...good,
      LOG_LEVEL: 'info',
      DATABASE_POOL: 10,
      MIGRATE_ON_START: true,
      HEALTH_PORT: 9100,
      SHUTDOWN_DELAY_MS: 0,
    });
  });

  it('treats an empty variable as unset, and ignores unknown variables', () => {
    expect(config.read({ ...good, LOG_LEVEL: '', HOME: '/home/x' })).toMatchObject({ LOG_LEVEL: 'info' });
    expect(config.read({ ...good, HOME: '/home/x' })).not.toHaveProperty('HOME');
  });

  it('reports all invalid variables at once', () => {
    expect(
      problem({ DATABASE_URL: 'mysql://db', HEALTH_PORT: '99999', MIGRATE_ON_START: 'perhaps', SECRETS_KEY: 'short' }),
    ).toBe(
      'Configuration of tracking: AMQP_URL is required; DATABASE_URL must start with postgres://; MIGRATE_ON_START must be true or false; ' +
        'HEALTH_PORT must be from 0 to 65535; SECRETS_KEY must have at least 32 characters.',
    );
  });

  it('never repeats a value', () => {
    const secret = 'hunter2';
    for (const name of Object.keys({ ...serviceVariables, SECRETS_KEY: true })) {
      expect(problem({ ...good, [name]: secret })).not.toContain(secret);
      expect(problem({ ...good, [name]: secret })).toContain(name);
    }
  });

  it('parses flags and numbers', () => {
    const flags = defineConfig('x', {
      FLAG: variables.flag(false),
      PORT: variables.port(1),
      COUNT: variables.count(5, 10),
    });
    expect(flags.read({ FLAG: 'true', PORT: '0', COUNT: '10' })).toEqual({ FLAG: true, PORT: 0, COUNT: 10 });
    expect(flags.read({ FLAG: '0' })).toEqual({ FLAG: false, PORT: 1, COUNT: 5 });
    for (const wrong of [{ PORT: '1.5' }, { PORT: '-1' }, { PORT: 'http' }, { COUNT: '0' }, { COUNT: '11' }])
      expect(() => flags.read(wrong)).toThrow(ConfigError);
  });

  it('is described as a table', () => {
    const table = describeConfig(config);
    expect(table).toContain('| `AMQP_URL` | required | RabbitMQ, or memory: for one process with all services |');
    expect(table).toContain('| `HEALTH_PORT` | `9100` |');
    expect(table).toContain('| `SECRETS_KEY` | required | Signs links |');
  });
});
