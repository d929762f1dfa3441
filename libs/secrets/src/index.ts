export { secretsKey } from './secrets-key.js';
export { Vault } from './vault.js';
export type { SealedFor } from './vault.js';
