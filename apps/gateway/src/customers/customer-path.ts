import { emailAddress } from '@postrider/contracts';
import { z } from 'zod';

/** `{email}` of a path: a malformed address is 400 (API.md section 2). */
export const customerPath = z.object({ email: emailAddress });
export type CustomerPath = z.output<typeof customerPath>;
