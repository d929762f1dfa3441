import type { BouncesService } from './bounces.service.js';
import { maxBytes } from './bounces.service.js';
import type { ReturnPaths } from './return-paths.js';

/** Exit codes of sysexits.h, which sendmail and Postfix understand. */
export const exits = { ok: 0, data: 65, noUser: 67, tempFail: 75, config: 78 } as const;
export type SysExit = (typeof exits)[keyof typeof exits];

const recipientFields = /^(?:x-original-to|delivered-to|envelope-to|to):[ \t]*(.*(?:\n[ \t].*)*)/gim;
const returnPathPattern = /[a-z0-9+]{10,64}@[a-z0-9.-]{1,190}/gi;

/** The given recipients, or those in the header. */
function getRecipients(raw: Buffer, given: readonly string[]): string[] {
  if (given.length > 0) return [...given];
  const [header = ''] = raw
    .subarray(0, 64 * 1024)
    .toString('latin1')
    .replaceAll('\r\n', '\n')
    .split('\n\n', 1);
  return [...header.matchAll(recipientFields)].flatMap(([, value = '']) => value.match(returnPathPattern) ?? []);
}

/** The envelope sender, which the delivering server adds as the first header. Undefined if missing. */
function parseSender(raw: Buffer): string | undefined {
  return /^return-path:\s*<([^>\n]*)>/im.exec(raw.subarray(0, 64 * 1024).toString('latin1'))?.[1];
}

/**
 * Stores an email piped in by a mail server (docs/bounces.md#piped-in). Errors in the email are permanent, all others
 * temporary.
 */
export async function receivePiped(
  raw: Buffer,
  given: readonly string[],
  { bounces, returnPaths }: { readonly bounces: BouncesService; readonly returnPaths: ReturnPaths },
): Promise<{ readonly exit: SysExit; readonly message?: string }> {
  if (!returnPaths.areConfigured) return { exit: exits.config, message: 'BOUNCE_DOMAIN and TRACKING_KEY are not set' };
  if (raw.length === 0) return { exit: exits.data, message: 'There is no email on stdin' };
  if (raw.length > maxBytes) return { exit: exits.data, message: `The email is larger than ${maxBytes} bytes` };
  const ours = getRecipients(raw, given).flatMap((address) => returnPaths.parseAddress(address) ?? []);
  const mails = [...new Map(ours.map((mail) => [mail.logId, mail])).values()];
  if (mails.length === 0) return { exit: exits.noUser, message: 'No such return path' };
  try {
    await bounces.store(mails, raw, parseSender(raw));
    return { exit: exits.ok };
  } catch (error) {
    return { exit: exits.tempFail, message: `The email could not be stored: ${(error as Error).message}` };
  }
}
