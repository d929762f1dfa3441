import { isIP } from 'node:net';
import { z } from 'zod';
import { certificateFile, withAuthorities } from './certificate-authorities.js';

/** An invalid configuration: one sentence per variable, never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration of an app: each key is an environment variable, described where it is declared. */
export interface ConfigDefinition<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly app: string;
  readonly schema: z.ZodObject<Shape>;
  /** @throws ConfigError with each invalid variable */
  read(environment?: Environment): z.output<z.ZodObject<Shape>>;
}

export function defineConfig<Shape extends z.ZodRawShape>(app: string, shape: Shape): ConfigDefinition<Shape> {
  const schema = z.object(shape);
  return {
    app,
    schema,
    read(environment = process.env) {
      // An empty variable counts as unset, because compose files and manifests cannot unset variables.
      const set = Object.fromEntries(
        Object.entries(environment).filter(([name, value]) => name in shape && value !== ''),
      );
      const parsed = schema.safeParse(set);
      const rejected = (problems: readonly string[]): ConfigError =>
        new ConfigError(`Configuration of ${app}: ${problems.join('; ')}.`);
      if (!parsed.success)
        throw rejected(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${problem(issue)}`));
      const { values, problems } = withAuthorities(parsed.data, environment);
      if (problems.length > 0) throw rejected(problems);
      return values;
    },
  };
}

function problem(issue: z.core.$ZodIssue): string {
  const missing = issue.code === 'invalid_type' && issue.input === undefined;
  return missing ? 'is required' : issue.message.replace(/^Invalid input: /, 'is invalid: ');
}

const port = z.coerce
  .number({ error: 'must be a port number' })
  .int('must be a whole number')
  .min(0, 'must be from 0 to 65535')
  .max(65_535, 'must be from 0 to 65535');

/** Building blocks for variables of several apps. */
export const variables = {
  port: (fallback: number) => port.default(fallback),
  optionalPort: port.optional(),
  count: (fallback: number, max = 100_000) =>
    z.coerce
      .number({ error: 'must be a number' })
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(max, `must be at most ${max}`)
      .default(fallback),
  months: z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(1_200, 'must be at most 1200')
    .optional(),
  /** Separated by commas; empty by default. */
  list: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    ),
  flag: (fallback: boolean) => z.stringbool({ error: 'must be true or false' }).default(fallback),
  ipAddress: z.string().refine((text) => isIP(text) > 0, 'must be an IP address'),
  logLevel: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info')
    .describe('Least severe level that is logged'),
  /** The app does not start if the PEM file or a certificate in it is unreadable. */
  certificateFile,
  amqpUrl: z
    .string()
    .regex(/^(amqps?:\/\/|memory:)/, 'must start with amqp://, amqps:// or memory:')
    .describe('RabbitMQ, or memory: for one process with all services'),
  databaseUrl: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .describe('PostgreSQL, with the role of this service'),
};

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** OpenTelemetry's own variables; its SDK reads the others (OTEL_EXPORTER_OTLP_HEADERS, OTEL_BSP_…) itself. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .regex(/^https?:\/\//, 'must start with http:// or https://')
    .optional()
    .describe('Collector of traces (OTLP over HTTP); nothing is traced when unset'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, { error: `must be one of ${samplers.join(', ')}` })
    .optional()
    .describe('Which traces are exported, such as parentbased_traceidratio; all of them when unset'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'must be a number from 0 to 1' })
    .min(0, 'must be a number from 0 to 1')
    .max(1, 'must be a number from 0 to 1')
    .optional()
    .describe('Their share, from 0 to 1, where the sampler takes one'),
};

/** The variables of every app. */
export const serviceVariables = {
  LOG_LEVEL: variables.logLevel,
  AMQP_URL: variables.amqpUrl,
  AMQP_CA: certificateFile
    .optional()
    .describe(
      'File with the certificate authority (PEM) of an AMQP_URL that begins with amqps://; public authorities when unset',
    ),
  DATABASE_URL: variables.databaseUrl,
  DATABASE_CA: certificateFile
    .optional()
    .describe(
      'File with the certificate authority (PEM) of the server of DATABASE_URL; turns TLS on. Public authorities when unset',
    ),
  DATABASE_POOL: variables.count(10, 500).describe('Connections to PostgreSQL this process may hold'),
  MIGRATE_ON_START: variables.flag(true).describe('Bring the schema up to date at start; off where a job does it'),
  HEALTH_PORT: variables.port(9100).describe('Port of /health/live, /health/ready and /metrics; 0 for none'),
  HEALTH_HOST: variables.ipAddress.optional().describe('Address that port listens on; all of them when unset'),
  SHUTDOWN_DELAY_MS: z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .max(60_000, 'must be at most 60000')
    .default(0)
    .describe('Milliseconds between readiness going off and the stop, for load balancers to notice'),
  ...tracingVariables,
};

/** A Markdown table of an app's variables, for `postrider config`. */
export function describeConfig({ app, schema }: ConfigDefinition): string {
  const rows = Object.entries(schema.shape).map(([name, type]) => {
    const fallback = (type as z.ZodType).safeParse(undefined);
    const shown = fallback.success
      ? fallback.data === undefined
        ? '(none)'
        : `\`${String(fallback.data)}\``
      : 'required';
    return `| \`${name}\` | ${shown} | ${(type as z.ZodType).description ?? ''} |`;
  });
  return [`### ${app}`, '', '| variable | default | meaning |', '|---|---|---|', ...rows, ''].join('\n');
}
