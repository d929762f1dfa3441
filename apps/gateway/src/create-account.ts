import { runCreateAccount } from './accounts/create-account.js';

await runCreateAccount(process.argv.slice(2));
