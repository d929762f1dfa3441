import { z } from 'zod';
import { errorCodes, errorTable, ServiceError, wireError } from './errors.js';

describe('a service error', () => {
  it.each(errorCodes)('%s is unchanged after serialization', (code) => {
    const error = new ServiceError(code, 'What is wrong', [{ field: 'recipient.address', message: 'is required' }]);
    const arrived = ServiceError.fromWire(wireError.parse(JSON.parse(JSON.stringify(error.toWire()))));
    expect(arrived).toMatchObject({
      name: 'ServiceError',
      code,
      message: 'What is wrong',
      details: [{ field: 'recipient.address', message: 'is required' }],
      retryable: error.retryable,
    });
  });

  it('has no details by default', () => {
    expect(new ServiceError('not_found', 'Log not found').toWire()).toEqual({
      code: 'not_found',
      message: 'Log not found',
      retryable: false,
    });
  });

  it('serializes whether it was carried out, and drops an unknown reason', () => {
    const facts = { carriedOut: 'unknown', reason: 'service_timeout', service: 'delivery' } as const;
    const wire = new ServiceError('unavailable', 'Late', undefined, undefined, facts).toWire();
    expect(ServiceError.fromWire(wireError.parse(wire)).failure).toEqual({
      carried_out: 'unknown',
      reason: 'service_timeout',
      service: 'delivery',
    });
    expect(ServiceError.fromWire(wireError.parse({ ...wire, reason: 'moon_away' })).failure).toEqual({
      carried_out: 'unknown',
      service: 'delivery',
    });
  });

  it('serializes the retry delay, and the quota in the message', () => {
    const arrived = (error: ServiceError) =>
      ServiceError.fromWire(wireError.parse(JSON.parse(JSON.stringify(error.toWire()))));
    expect(arrived(ServiceError.rateLimited('Too many requests', 7))).toMatchObject({
      code: 'rate_limited',
      retryAfter: 7,
    });
    expect(arrived(ServiceError.quotaExceeded('template_bytes', 1024))).toMatchObject({
      code: 'quota_exceeded',
      message: 'This account may have at most 1024 bytes of templates and snippets',
      retryAfter: undefined,
    });
    expect(arrived(ServiceError.quotaExceeded('pending_mails', 5, 10)).retryAfter).toBe(10);
  });

  it('is retryable only if the same request may succeed later', () => {
    expect(errorCodes.filter((code) => new ServiceError(code, '').retryable)).toEqual([
      'idempotency_in_progress',
      'rate_limited',
      'unavailable',
    ]);
  });

  it('has an HTTP error status for every code', () => {
    for (const code of errorCodes) expect(errorTable[code].status).toBeGreaterThanOrEqual(400);
  });

  it('describes type errors, missing fields and record keys like schemas', () => {
    const schema = z.object({
      id: z.string(),
      data: z.string(),
      named: z.record(z.string().regex(/^x-/, 'must begin with x-'), z.string(), { error: 'must be an object' }),
    });
    const invalid = (value: unknown) => ServiceError.invalid(schema.safeParse(value).error!).details;
    expect(invalid({ id: 1, named: { from: 'ada' } })).toEqual([
      { field: 'id', message: 'must be a string' },
      { field: 'data', message: 'is required' },
      { field: 'named.from', message: 'must begin with x-' },
    ]);
    expect(invalid([])).toEqual([{ field: 'body', message: 'must be an object' }]);
  });

  it('names up to 50 fields, and the number of further ones', () => {
    const fields = Array.from({ length: 1_000 }, (_none, field) => ({ field: `${field}`, message: 'is wrong' }));
    const { message, details } = ServiceError.invalidFields(fields);
    expect(details).toEqual(fields.slice(0, 50));
    expect(message).toMatch(/; 49 is wrong; and 950 more$/);
    expect(ServiceError.invalidFields(fields.slice(0, 50)).message).toMatch(/; 49 is wrong$/);
  });

  it('names up to 200 characters of a field, without half a surrogate pair', () => {
    const invalidField = (field: string) => ServiceError.invalidFields([{ field, message: 'is wrong' }]);
    const [kept, clipped] = [invalidField('n'.repeat(200)), invalidField('n'.repeat(11_000_000))];
    expect([kept.details, kept.message]).toEqual([
      [{ field: 'n'.repeat(200), message: 'is wrong' }],
      `Invalid request: ${'n'.repeat(200)} is wrong`,
    ]);
    const shown = `${'n'.repeat(199)}…`;
    expect([clipped.details, clipped.message]).toEqual([
      [{ field: shown, message: 'is wrong' }],
      `Invalid request: ${shown} is wrong`,
    ]);
    expect(invalidField(`${'n'.repeat(198)}${'\u{1f600}'.repeat(9)}`).details?.[0]?.field).toBe(`${'n'.repeat(198)}…`);
  });

  it('names every invalid field, or the value itself if it has no fields', () => {
    const schema = z.object({
      recipient: z.object({ address: z.string('must be a string') }),
      tags: z.array(z.string('must be a string')),
    });
    const { error } = schema.safeParse({ recipient: { address: 1 }, tags: ['a', 2] });
    expect(ServiceError.invalid(error!)).toMatchObject({
      code: 'invalid_request',
      message: 'Invalid request: recipient.address must be a string; tags.1 must be a string',
      details: [
        { field: 'recipient.address', message: 'must be a string' },
        { field: 'tags.1', message: 'must be a string' },
      ],
    });
    expect(ServiceError.invalid(schema.safeParse(7).error!).details?.[0]?.field).toBe('body');
  });
});
