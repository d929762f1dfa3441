/** A subject is one header line: line breaks and other control characters become a space, so that data cannot add headers. */
export const toHeaderLine = (text: string): string =>
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();

const maximumBytes = 200 * 1024;

/**
 * What keeps an AMP part from being sent, or undefined. These are the structural rules of the AMP for Email specification that
 * mailbox providers check first; a mail with a broken AMP part is still a good mail without it.
 */
export function ampProblem(amp: string): string | undefined {
  if (Buffer.byteLength(amp) > maximumBytes) return 'it is larger than 200 KB';
  if (!/^\s*<!doctype html>/i.test(amp)) return 'it does not start with <!doctype html>';
  if (!/<html\s[^<>]{0,200}(?:⚡4email|amp4email)/i.test(amp))
    return 'its html element has neither ⚡4email nor amp4email';
  if (!/<head>\s*<meta\s+charset=["']?utf-8["']?\s*\/?>/i.test(amp))
    return 'the first element of its head is not <meta charset="utf-8">';
  if (!/<script\s[^<>]{0,200}src=["']?https:\/\/cdn\.ampproject\.org\/v0\.js/i.test(amp))
    return 'it does not load https://cdn.ampproject.org/v0.js';
  if (!/<style\s+amp4email-boilerplate>\s*body\s*\{\s*visibility:\s*hidden;?\s*\}\s*<\/style>/i.test(amp))
    return 'its amp4email-boilerplate style is missing';
  if (!/<body[\s>]/i.test(amp)) return 'it has no body';
  return undefined;
}
