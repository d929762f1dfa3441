/** The address that a provider is given. Some sign it, so it is written the same way everywhere. */
export const webhookUrl = (publicUrl: string, token: string): string => `${publicUrl}/webhooks/esp/${token}`;
