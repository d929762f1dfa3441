import { fieldErrorsBeside, fieldErrorOf, refused, unanswered } from './failure.js';

const response = (status: number): Response =>
  new Response(null, { status, headers: { 'x-request-id': 'req_header' } });

describe('a failure', () => {
  it('says what the API said', () => {
    const body = {
      success: false,
      status: 'invalid_request',
      message: 'Invalid request: sender.address must be an email address',
      errors: [{ field: 'sender.address', message: 'must be an email address' }],
      request_id: 'req_1',
    };
    const failure = refused(response(400), body);
    expect(failure).toMatchObject({ code: 'invalid_request', carriedOut: 'no', requestId: 'req_1', isPassing: false });
    expect(fieldErrorOf(failure, 'sender')).toBe('must be an email address');
    expect(fieldErrorOf(failure, 'send')).toBeUndefined();
    expect(fieldErrorsBeside(failure, ['name', 'sender'])).toEqual([]);
    expect(fieldErrorsBeside(failure, ['sender.name'])).toEqual(body.errors);
  });

  it('does not know whether a call that was given up was carried out', () => {
    const message =
      'delivery did not answer in time; it may have been carried out, so repeat it with the same Idempotency-Key';
    const body = { success: false, status: 'unavailable', message, request_id: 'req_1' };
    expect(refused(response(503), body)).toMatchObject({ carriedOut: 'unknown', isPassing: true });
    expect(refused(response(503), { ...body, message: 'template is away' })).toMatchObject({ carriedOut: 'no' });
    const stored = 'The change is stored, and holds for mails that wait as soon as the delivery service can be reached';
    expect(refused(response(503), { ...body, message: stored })).toMatchObject({ carriedOut: 'yes' });
  });

  it('has the id of the request also where a proxy answered in its own words', () => {
    expect(refused(response(502), '<html>')).toMatchObject({
      code: 'unknown',
      requestId: 'req_header',
      isPassing: true,
    });
  });

  it('knows that a read which got no answer has changed nothing', () => {
    expect(unanswered(new TypeError('fetch failed'), 'GET').carriedOut).toBe('no');
    expect(unanswered(new TypeError('fetch failed'), 'PATCH').carriedOut).toBe('unknown');
  });
});
