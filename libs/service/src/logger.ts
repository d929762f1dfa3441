import type { LoggerService } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { currentRequest, currentTrace } from '@postrider/messaging';
import type { Logger as Pino } from 'pino';
import { pino } from 'pino';

const secretNames = new Set([
  'password',
  'credentials',
  'authorization',
  'api_key',
  'secret_key',
  'secret_access_key',
  'token',
  'template_data',
  'number_texts',
  'data',
  'parameters',
  'query',
  'detail',
  'where',
]);
/** The bound on the local part prevents quadratic time on long words without an `@`. */
const emailAddress = /[A-Za-z0-9.!#$%&'*+/=?^_`{|}~:-]{1,128}@[A-Za-z0-9.-]+/g;
const apiKey = /\b(live|test)_[A-Za-z0-9_-]{16,}/g;

/** Removes email addresses, API keys and passwords in URLs from a line. */
const redact = (line: string): string =>
  (line.includes('@') ? line.replace(emailAddress, '[address]') : line).replace(apiKey, '[key]');

const maxDepth = 6;

/** A copy without the values of secret fields. Faster than pino's own redaction with wildcards. */
function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (depth === maxDepth) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      secretNames.has(name) ? '[redacted]' : withoutSecrets(field, depth + 1),
    ]),
  );
}

/** Logs only the ids: the request context of email processing contains its data and recipient. */
function requester(): Pick<RequestContext, 'accountId' | 'requestId'> | undefined {
  const request = currentRequest();
  return request && { accountId: request.accountId, requestId: request.requestId };
}

/** JSON lines on stdout, with the app and, if known, the request id, account id and trace. */
export function createLogger(app: string, level: string): NestPinoLogger {
  const destination = {
    write: (line: string) => {
      process.stdout.write(redact(line));
    },
  };
  return new NestPinoLogger(
    pino(
      {
        level,
        base: { app },
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
        mixin: () => ({ ...requester(), ...currentTrace() }),
        serializers: { err: (error: Error) => withoutSecrets(pino.stdSerializers.err(error)) },
      },
      destination,
    ),
  );
}

/**
 * Nest's logger interface on pino. Code logs through Nest's `Logger`; fields of an object message become fields of the
 * line, and the text after it becomes the message: `logger.warn({ err, eventId }, 'event failed')`.
 */
export class NestPinoLogger implements LoggerService {
  constructor(private readonly pino: Pino) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  /** Nest appends the logger's name as the last argument and, for errors, a stack before it. */
  private write(
    level: 'info' | 'fatal' | 'error' | 'warn' | 'debug' | 'trace',
    message: unknown,
    rest: unknown[],
  ): void {
    if (!this.pino.isLevelEnabled(level)) return;
    const texts = rest.filter((part): part is string => typeof part === 'string');
    const context = texts.pop();
    if (message instanceof Error) this.pino[level]({ context, err: message }, message.message);
    else if (typeof message === 'object' && message !== null)
      this.pino[level]({ context, ...(withoutSecrets(message) as object) }, texts.join(' '));
    else this.pino[level]({ context, ...(texts.length > 0 ? { stack: texts.join('\n') } : {}) }, String(message));
  }
}
