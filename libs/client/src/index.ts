export type { Client, ClientOptions } from './client.js';
export { createClient } from './client.js';
export type { Mail, Receipt, SendOptions } from './send.js';
export { PostriderError } from './send.js';
export type { MailSource, ReceivedMail, WantedMail } from './wait-for-mail.js';
export { waitForMail } from './wait-for-mail.js';
export type { components, operations, paths } from './api.js';
