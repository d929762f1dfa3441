export type { Client, ClientOptions } from './client.js';
export { createClient } from './client.js';
export type { components, operations, paths } from './api.js';
