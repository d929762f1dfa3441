import { asciiDomain } from '../addresses.js';

/** RFC 2369: addresses in angle brackets. */
const listFields = /^list-(unsubscribe|help|subscribe|post|owner|archive)$/i;
/** What programs read: words that are encoded there mean nothing to them. */
const tokens =
  /^(auto-submitted|precedence|in-reply-to|references|importance|priority|sensitivity|expires|expiry-date|reply-by|supersedes|feedback-id|list-unsubscribe-post|original-message-id|disposition-notification-(to|options)|return-receipt-to|errors-to|x-priority|x-msmail-priority|x-auto-response-suppress|accept-language)$/i;

const longest = 900;
const beyondAscii = /[^\x00-\x7f]/;

/** Why a value cannot be that of the header; undefined if it can. Free text may be of any script: it is encoded (RFC 2047). */
export function headerValueProblem(name: string, value: string): string | undefined {
  if (!beyondAscii.test(value)) return undefined;
  if (tokens.test(name)) return 'must be ASCII';
  if (/^list-id$/i.test(name)) return beyondAscii.test(listIdOf(value)) ? 'must be ASCII between < and >' : undefined;
  if (!listFields.test(name)) return undefined;
  const wire = wireHeaderValue(name, value);
  if (beyondAscii.test(wire)) return 'must be ASCII outside of < and >';
  return wire.length > longest ? `must be at most ${longest} characters when it is percent-encoded` : undefined;
}

/** With the addresses of lists as they go on the wire: percent-encoded, their hosts as in the DNS. */
export function wireHeaderValue(name: string, value: string): string {
  if (!listFields.test(name) || !beyondAscii.test(value)) return value;
  return value.replace(/<[^<>]*>/g, (address) =>
    address
      .replace(
        /^(<\s*https?:\/\/)([^/?#>:@\s]*)/i,
        (whole, scheme: string, host: string) => scheme + (asciiDomain(host) ?? whole.slice(scheme.length)),
      )
      .replace(/[^\x00-\x7f]+/g, (text) => encodeURIComponent(text.toWellFormed())),
  );
}

/** What stands between the brackets, or all of it where there are none. */
const listIdOf = (value: string): string => /<[^<>]*>\s*$/.exec(value)?.[0] ?? value;
