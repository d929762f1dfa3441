import { fieldErrorsExcept, findFieldError, rejected, unanswered } from './failure.js';

const response = (status: number): Response =>
  new Response(null, { status, headers: { 'x-request-id': 'req_header' } });

describe('a failure', () => {
  it("carries the API's message, code and fields", () => {
    const body = {
      success: false,
      status: 'invalid_request',
      message: 'Invalid request: sender.address must be an email address',
      errors: [{ field: 'sender.address', message: 'must be an email address' }],
      request_id: 'req_1',
    };
    const failure = rejected(response(400), body);
    expect(failure).toMatchObject({
      code: 'invalid_request',
      carriedOut: 'no',
      requestId: 'req_1',
      isTemporary: false,
    });
    expect(findFieldError(failure, 'sender')).toBe('must be an email address');
    expect(findFieldError(failure, 'send')).toBeUndefined();
    expect(fieldErrorsExcept(failure, ['name', 'sender'])).toEqual([]);
    expect(fieldErrorsExcept(failure, ['sender.name'])).toEqual(body.errors);
  });

  it.each(['yes', 'no', 'unknown'] as const)('tells whether the request took effect: %s', (carried_out) => {
    const body = {
      success: false,
      status: 'unavailable',
      message: 'The delivery service timed out',
      request_id: 'req_1',
      carried_out,
      reason: 'service_timeout',
      service: 'delivery',
    };
    expect(rejected(response(503), body)).toMatchObject({
      carriedOut: carried_out,
      reason: 'service_timeout',
      service: 'delivery',
      isTemporary: true,
    });
  });

  it('has the request id when a proxy answered', () => {
    expect(rejected(response(502), '<html>')).toMatchObject({
      code: 'unknown',
      carriedOut: 'unknown',
      requestId: 'req_header',
      isTemporary: true,
    });
  });

  it('a read without a response has changed nothing', () => {
    expect(unanswered(new TypeError('fetch failed'), 'GET').carriedOut).toBe('no');
    expect(unanswered(new TypeError('fetch failed'), 'PATCH').carriedOut).toBe('unknown');
  });
});
