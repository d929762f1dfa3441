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
/** With the bound, or a long word without an `@` would be searched from each of its letters to its end. */
const emailAddress = /[A-Za-z0-9.!#$%&'*+/=?^_`{|}~:-]{1,128}@[A-Za-z0-9.-]+/g;
const apiKey = /\b(live|test)_[A-Za-z0-9_-]{16,}/g;

/** Whatever found its way into a line, addresses, keys and the passwords of URLs do not leave with it. */
const redact = (line: string): string =>
  (line.includes('@') ? line.replace(emailAddress, '[address]') : line).replace(apiKey, '[key]');

const deepest = 6;

/** A copy without the values of secret names. By hand: pino's redaction by wildcard costs more than the rest of the line. */
function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (depth === deepest) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      secretNames.has(name) ? '[redacted]' : withoutSecrets(field, depth + 1),
    ]),
  );
}

/** These alone: whoever works on a mail has all of it as its request, data and recipient included. */
function requester(): Pick<RequestContext, 'accountId' | 'requestId'> | undefined {
  const asker = currentRequest();
  return asker && { accountId: asker.accountId, requestId: asker.requestId };
}

/** JSON lines on stdout, each with the app and, inside a call, the request id and the account id; the trace where there is one. */
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
 * Nest's logger interface over pino. Code logs through Nest's `Logger`; an object as the message becomes fields of the line, and the text
 * after it the message: `logger.warn({ err, eventId }, 'event failed')`.
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

  /** Nest appends the logger's name as the last argument and, to errors, a stack before it. */
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
