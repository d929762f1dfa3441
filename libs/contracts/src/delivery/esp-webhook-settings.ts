import { z } from 'zod';
import { text } from '../primitives.js';

const secret = text(1024);
/** What Basic authentication can carry. */
const basic = {
  username: text(255).regex(/^[^:\x00-\x1f\x7f]*$/, 'must hold no colon and no control characters'),
  password: text(255).regex(/^[^\x00-\x1f\x7f]*$/, 'must hold no control characters'),
};

/**
 * What a type's events are verified by (docs/esp-accounts.md#what-becomes-of-the-mail); types that are not here report nothing. Missing and extra fields
 * are refused, naming them.
 */
export const webhookSettingsOf = {
  esp_kind_1: z.strictObject({
    public_key: text(124).regex(
      /^MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE[A-Za-z0-9+/]{86}==$/,
      'must be the public key that SendGrid shows for the webhook',
    ),
  }),
  esp_kind_2: z.strictObject({ signing_key: secret }),
  esp_kind_3: z.strictObject({ signing_key: secret }),
  esp_kind_4: z.strictObject(basic),
  esp_kind_5: z.strictObject({
    topic_arn: text(400).regex(
      /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]{1,256}$/,
      'must be the ARN of an SNS topic',
    ),
  }),
  esp_kind_6: z.strictObject(basic),
  esp_kind_8: z.strictObject(basic),
} as const;
export type ReportingEspType = keyof typeof webhookSettingsOf;
export type WebhookSettingsOf<Type extends ReportingEspType> = z.infer<(typeof webhookSettingsOf)[Type]>;

/** Whether providers of this type report what becomes of mail. */
export const isReporting = (type: string): type is ReportingEspType => Object.hasOwn(webhookSettingsOf, type);
