import { expectProcessorTime } from '@postrider/processor-time';
import { jest } from '@jest/globals';
import { withinRequest } from '@postrider/messaging';
import { createLogger } from './logger.js';

describe('a log line', () => {
  let lines: string[];
  beforeEach(() => {
    lines = [];
    jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
      lines.push(String(line));
      return true;
    });
  });
  afterEach(() => jest.restoreAllMocks());

  const logger = createLogger('delivery', 'debug');
  const last = (): Record<string, unknown> => JSON.parse(lines.at(-1)!) as Record<string, unknown>;

  it('has app, time, level and message', () => {
    logger.log('started', 'Service');
    expect(last()).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      app: 'delivery',
      context: 'Service',
      msg: 'started',
    });
  });

  it('has the request and account ids during a call only', () => {
    withinRequest({ accountId: 'acc_1', requestId: 'req_1' }, () => logger.warn('slow', 'Db'));
    expect(last()).toMatchObject({ accountId: 'acc_1', requestId: 'req_1' });
    logger.warn('slow', 'Db');
    expect(last()).not.toHaveProperty('requestId');
  });

  it('has no other data of the request', () => {
    const mail = {
      accountId: 'acc_1',
      requestId: 'req_1',
      content: { data: { reset_link: 'https://example.com/r/1' } },
    };
    withinRequest(mail, () => logger.warn('slow', 'Db'));
    expect(Object.keys(last()).toSorted()).toEqual([
      'accountId',
      'app',
      'context',
      'level',
      'msg',
      'requestId',
      'time',
    ]);
  });

  it('accepts fields, and errors with their stack', () => {
    logger.error({ err: new Error('no route'), eventId: 'evt_1' }, 'event failed', 'Events');
    expect(last()).toMatchObject({
      level: 'error',
      context: 'Events',
      msg: 'event failed',
      eventId: 'evt_1',
      err: { message: 'no route', stack: expect.stringContaining('logger.spec') as string },
    });
    logger.error(new Error('boom'), 'Process');
    expect(last()).toMatchObject({ msg: 'boom', err: { type: 'Error' } });
  });

  it('is omitted below the configured level', () => {
    logger.verbose('step', 'X');
    expect(lines).toEqual([]);
  });

  it.each([
    ['an address in the text', () => logger.log('bounced ada.lovelace+x@mail.example.com today', 'X')],
    ['an address in a field', () => logger.log({ recipient: 'Ada <ada.lovelace@example.com>' }, 'sent', 'X')],
    [
      'an address in an error',
      () => logger.error(new Error('Key (email)=(ada.lovelace@example.com) already exists'), 'X'),
    ],
    [
      'a live key',
      () => logger.log('key live_ada.lovelaceAAAAAAAAAAAAAAAA'.replace('ada.lovelace', 'SECRETSECRET'), 'X'),
    ],
    ['a password', () => logger.log({ password: 'ada.lovelace' }, 'login', 'X')],
    [
      'credentials of an account',
      () => logger.log({ account: { credentials: { api_key: 'ada.lovelace' } } }, 'made', 'X'),
    ],
    ['template data', () => logger.log({ request: { template_data: { name: 'ada.lovelace' } } }, 'render', 'X')],
    [
      'a statement’s parameters',
      () =>
        logger.error(
          { err: Object.assign(new Error('failed'), { query: 'insert', parameters: ['ada.lovelace'] }) },
          'failed',
          'X',
        ),
    ],
    [
      'a row that Postgres quotes',
      () =>
        logger.error(
          {
            err: Object.assign(new Error('failed'), { driverError: { detail: 'Failing row contains (ada.lovelace)' } }),
          },
          'failed',
          'X',
        ),
    ],
    [
      'the password of a URL',
      () => logger.warn('cannot connect to amqp://ada.lovelace:hunter2@broker:5672/vhost', 'X'),
    ],
  ])('redacts %s', (_what, log) => {
    log();
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/lovelace|hunter2|SECRETSECRET/);
  });

  it('is redacted quickly even when it is long', async () => {
    await expectProcessorTime(() => logger.log('x'.repeat(500_000), 'X'), 40);
  });
});
