import { apiKeyOf } from './credentials.js';

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

describe('the key of a request', () => {
  it.each([
    [basic('live_key:'), 'live_key'],
    [basic('live_key:password:with:colons'), 'live_key'],
    [basic('live_key'), 'live_key'],
    [` basic   ${Buffer.from('live_key:').toString('base64')} `, 'live_key'],
  ])('of %j is the user name', (authorization, key) => {
    expect(apiKeyOf({ authorization })).toBe(key);
  });

  it.each([
    undefined,
    '',
    'Basic',
    'Basic ',
    basic(':password'),
    'Bearer live_key',
    'live_key',
    basic('x'.repeat(513)),
    `Basic ${'A'.repeat(5_000)}`,
  ])('is missing in %j', (authorization) => {
    expect(apiKeyOf(authorization === undefined ? {} : { authorization })).toBeUndefined();
  });
});
