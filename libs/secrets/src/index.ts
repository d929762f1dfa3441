export type { StoredSecret } from './rotation.js';
export { rotateSecrets, storedSecrets } from './rotation.js';
export { secretsKey } from './vault.js';
export { Vault } from './vault.js';
export type { SecretOwner } from './vault.js';
