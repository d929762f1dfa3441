import { z } from 'zod';

const schema = z
  .object({
    AMQP_URL: z
      .string({ error: 'must be set' })
      .regex(/^(amqps?:\/\/|memory:)/, 'must begin with amqp://, amqps:// or memory:'),
    DATABASE_URL: z.string().optional(),
  })
  .refine(({ AMQP_URL, DATABASE_URL }) => !AMQP_URL.startsWith('memory:') || DATABASE_URL, {
    error: 'must be set where AMQP_URL is memory:',
    path: ['DATABASE_URL'],
  });

/** Where dead letters are. @throws Error naming the variable at fault. */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): {
  amqpUrl: string;
  databaseUrl: string;
} {
  const read = schema.safeParse(environment);
  if (!read.success)
    throw new Error(read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '));
  return { amqpUrl: read.data.AMQP_URL, databaseUrl: read.data.DATABASE_URL ?? '' };
}
