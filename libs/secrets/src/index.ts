export { rotateSecrets } from './rotation.js';
export { secretsKey } from './vault.js';
export { Vault } from './vault.js';
export type { SecretOwner } from './vault.js';
