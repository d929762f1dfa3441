import { z } from 'zod';

const key = '([A-Za-z0-9_-]{1,32}:)?[A-Za-z0-9+/]{43}=';
const keyRing = new RegExp(`^${key}(,${key})*$`);

/**
 * Configuration that the services that sign links and those that read them must share
 * (docs/operate/configure.md#tracking).
 */
export const trackingVariables = {
  PUBLIC_URL: z
    .string()
    .refine(isAddress, 'must be an address such as https://mail.acme.example, without query and fragment')
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
    .optional()
    .describe(
      'Address under which the API is reached from outside; links in emails and the webhook URLs of providers start with it',
    ),
  TRACKING_KEY: z
    .string()
    .regex(
      keyRing,
      'must be 32 bytes in base64, or a comma-separated list of name:key whose first signs and the others only verify',
    )
    .optional()
    .describe(
      'Signs the links in emails; 32 bytes in base64. For a rotation: new:KEY,old:KEY, as long as links of the old one are to work. Unset: emails have no such links',
    ),
  BOUNCE_DOMAIN: z
    .string()
    .max(190, 'must be at most 190 characters')
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be a host name such as bounce.acme.example')
    .optional()
    .describe(
      'Where emails are returned to that mail servers could not deliver: a domain whose emails come to BOUNCE_SMTP_PORT or `postrider bounces`; needs TRACKING_KEY',
    ),
};

function isAddress(text: string): boolean {
  if (!/^https?:\/\/[^/\s@?#]+(\/[^\s?#]*)?$/.test(text)) return false;
  return URL.canParse(text);
}
