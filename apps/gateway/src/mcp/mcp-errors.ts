import type { ErrorCode, ServiceError } from '@postrider/contracts';
import type { ErrorForm } from '../http/api-error.filter.js';
import type { IncomingApiRequest } from '../http/api-request.js';
import { isForMcp } from './mcp.middleware.js';

/** The codes of JSON-RPC. */
const parseError = -32_700;
const invalidRequest = -32_600;
const serverError = -32_000;

/** RFC 6750, section 3: clients of the protocol ask for another key only after a 401. */
const challenges: Partial<Record<ErrorCode, string>> = {
  unauthenticated: 'Bearer realm="Postrider"',
  invalid_api_key: 'Bearer realm="Postrider", error="invalid_token"',
};

/** Errors before a message is read, as those of JSON-RPC. */
export const mcpErrors: ErrorForm = {
  fits: isForMcp,
  respond: (request, response, error) => {
    const challenge = challenges[error.code];
    if (challenge !== undefined) response.status(401).setHeader('WWW-Authenticate', challenge);
    response.json({
      jsonrpc: '2.0',
      id: null,
      error: {
        code: getRpcCode(request, error),
        message:
          error.code === 'unauthenticated'
            ? 'An API key is required: send `Authorization: Bearer YOUR_API_KEY`'
            : error.message,
        data: { status: error.code, request_id: request.requestId },
      },
    });
  },
};

function getRpcCode({ body }: IncomingApiRequest, { code }: ServiceError): number {
  if (code !== 'invalid_request') return serverError;
  return body === undefined ? parseError : invalidRequest;
}
