import { runSecretsRotation } from './esp-accounts/secrets-rotation.js';

await runSecretsRotation();
