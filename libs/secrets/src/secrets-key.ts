import { z } from 'zod';

const format = /^([A-Za-z0-9_-]{1,32}:)?[A-Za-z0-9+/]{43}=(,([A-Za-z0-9_-]{1,32}:)?[A-Za-z0-9+/]{43}=)*$/;
const namesOfKeys = (list: string): string[] =>
  list.split(',').map((entry) => (entry.includes(':') ? entry.slice(0, entry.indexOf(':')) : 'default'));

/** SECRETS_KEY, as every service has it that seals something (docs/operate/configure.md#keys-and-secrets). */
export const secretsKey = z
  .string()
  .regex(
    format,
    'must be 32 bytes in base64, or a comma-separated list of name:key whose first seals and the others only open',
  )
  .refine(
    (list) => new Set(namesOfKeys(list)).size === list.split(',').length,
    'must give each of its keys a name of its own, as in new:KEY,default:KEY',
  );
