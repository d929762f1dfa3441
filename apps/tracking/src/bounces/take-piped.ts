import type { BouncesService } from './bounces.service.js';
import { maxBytes } from './bounces.service.js';
import type { ReturnPaths } from './return-paths.js';

/** What sendmail and Postfix understand (sysexits.h). */
export const exits = { ok: 0, usage: 64, data: 65, noUser: 67, tempFail: 75, config: 78 } as const;
export type SysExit = (typeof exits)[keyof typeof exits];

const recipientFields = /^(?:x-original-to|delivered-to|envelope-to|to):[ \t]*(.*(?:\n[ \t].*)*)/gim;
const ourAddress = /[a-z0-9+]{10,64}@[a-z0-9.-]{1,190}/gi;

/** Who it came to: as whoever pipes says, else as the header says. */
function recipientsOf(raw: Buffer, given: readonly string[]): string[] {
  if (given.length > 0) return [...given];
  const [header = ''] = raw
    .subarray(0, 64 * 1024)
    .toString('latin1')
    .replaceAll('\r\n', '\n')
    .split('\n\n', 1);
  return [...header.matchAll(recipientFields)].flatMap(([, value = '']) => value.match(ourAddress) ?? []);
}

/** Of the envelope: whoever delivers a mail writes it at its top. Undefined where it is not there. */
function senderOf(raw: Buffer): string | undefined {
  return /^return-path:\s*<([^>\n]*)>/im.exec(raw.subarray(0, 64 * 1024).toString('latin1'))?.[1];
}

/** A mail that a mail server pipes in (docs/bounces.md#piped-in). What is wrong with the mail is for good, all else is to be tried again. */
export async function takePiped(
  raw: Buffer,
  given: readonly string[],
  { bounces, returnPaths }: { readonly bounces: BouncesService; readonly returnPaths: ReturnPaths },
): Promise<{ readonly exit: SysExit; readonly said?: string }> {
  if (!returnPaths.areConfigured) return { exit: exits.config, said: 'BOUNCE_DOMAIN and TRACKING_KEY are not set' };
  if (raw.length === 0) return { exit: exits.data, said: 'There is no mail on stdin' };
  if (raw.length > maxBytes) return { exit: exits.data, said: `The mail is larger than ${maxBytes} bytes` };
  const ours = recipientsOf(raw, given).flatMap((address) => returnPaths.mailOf(address) ?? []);
  const mails = [...new Map(ours.map((mail) => [mail.logId, mail])).values()];
  if (mails.length === 0) return { exit: exits.noUser, said: 'No such return path' };
  try {
    await bounces.take(mails, raw, senderOf(raw));
    return { exit: exits.ok };
  } catch (error) {
    return { exit: exits.tempFail, said: `The mail could not be stored: ${(error as Error).message}` };
  }
}
