export { secretsKey } from './vault.js';
export { Vault } from './vault.js';
export type { SealedFor } from './vault.js';
