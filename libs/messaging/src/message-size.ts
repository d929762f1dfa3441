import { ServiceError } from '@postrider/contracts';

/**
 * In UTF-8, on every transport. The broker closes the channel of whoever sends it a larger message than it takes (16 MB in
 * RabbitMQ 4), with all calls that are under way on it. The largest that is meant to travel is a zip of translations of 10 MB,
 * in base64.
 */
const maxBytes = 15 * 1_048_576;
const mostBytesOfOne = 3;

/**
 * What may go over the wire, as it came.
 * @throws ServiceError `payload_too_large`
 */
export function withinMessage(json: string, what: 'request' | 'answer'): string {
  // Hardly anything is large enough to be counted.
  if (json.length * mostBytesOfOne > maxBytes && Buffer.byteLength(json) > maxBytes)
    throw new ServiceError(
      'payload_too_large',
      `The ${what} is larger than ${maxBytes / 1_048_576} MB, which is more than services hand each other; ${remedies[what]}`,
    );
  return json;
}

const remedies = { request: 'send less at a time', answer: 'ask for less at a time' };
