import { z } from 'zod';
import type { CallReader } from './hook-call.js';
import { action, address, omitEmpty, languagesIn, optionalObject, parseCall } from './hook-call.js';

const call = z.object({ to: address, type: action, payload: optionalObject });

/** The HTTP email connector of Logto (docs/guides/identity.md#logto). */
export const readLogto: CallReader = (body) => {
  const { to, type, payload } = parseCall(call, body);
  const data = omitEmpty({ ...payload, action: type, email: to });
  return { action: type, mails: [{ to, languages: languagesIn(payload), data }] };
};
