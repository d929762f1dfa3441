import { emailAddress } from '@postrider/contracts';
import { z } from 'zod';

/** `{email}` of a path: a malformed address is 400 (docs/api.md#errors). */
export const customerPath = z.object({ email: emailAddress });
export type CustomerPath = z.output<typeof customerPath>;
