import type { Command, Terminal } from '@postrider/service';
import { unknownCommand } from '@postrider/service';

interface Entry {
  /** One line in the list of commands. */
  readonly about: string;
  /** Imports only this command. `bounces` has its own exit codes. */
  readonly load: () => Promise<Command | { run(args: readonly string[], terminal: Terminal): Promise<number> }>;
}

const commands: Readonly<Record<string, Entry>> = {
  accounts: {
    about: 'create and list accounts, change their limits and tracking',
    load: async () => (await import('../../../gateway/src/commands/accounts.command.js')).accountsCommand,
  },
  bounces: {
    about: 'store a bounce that a mail server pipes in',
    load: async () => (await import('../../../tracking/src/commands/bounces.command.js')).bouncesCommand,
  },
  config: {
    about: 'print all environment variables with their defaults',
    load: async () => (await import('./config.command.js')).configCommand,
  },
  'dead-letters': {
    about: 'list, replay or drop events that a service gave up on',
    load: async () => (await import('./dead-letters.command.js')).deadLetters,
  },
  doctor: {
    about: 'check the configuration against its servers',
    load: async () => (await import('./doctor.command.js')).doctor,
  },
  failures: {
    about: 'list, replay or drop emails that failed',
    load: async () => (await import('../../../delivery/src/commands/failures.command.js')).failures,
  },
  import: {
    about: 'import templates, ESP accounts and drip campaigns from another service',
    load: async () => (await import('./import.command.js')).importCommand,
  },
  keys: {
    about: 'create, list and revoke API keys',
    load: async () => (await import('../../../gateway/src/commands/keys.command.js')).keysCommand,
  },
  migrate: {
    about: 'bring database schemas up to date',
    load: async () => (await import('./migrate.command.js')).migrateCommand,
  },
  openapi: {
    about: 'print the OpenAPI document',
    load: async () => (await import('../../../gateway/src/commands/openapi.command.js')).openapiCommand,
  },
  'rotate-hook-secrets': {
    about: 'encrypt the secrets of identity hooks with a new key',
    load: async () =>
      (await import('../../../gateway/src/commands/rotate-hook-secrets.command.js')).rotateHookSecretsCommand,
  },
  'rotate-secrets': {
    about: 'encrypt the credentials of ESP accounts with a new key',
    load: async () => (await import('../../../delivery/src/commands/rotate-secrets.command.js')).rotateSecretsCommand,
  },
  'rotate-webhook-secrets': {
    about: 'encrypt the secrets of webhooks and alerts with a new key',
    load: async () =>
      (await import('../../../tracking/src/commands/rotate-webhook-secrets.command.js')).rotateWebhookSecretsCommand,
  },
  stats: {
    about: 'rebuild statistics from the logs',
    load: async () => (await import('../../../tracking/src/commands/stats.command.js')).statsCommand,
  },
  templates: {
    about: 'keep templates and snippets as files: pull, check, preview, push; add ready ones',
    load: async () => (await import('../../../template-files/src/commands/templates.command.js')).templatesCommand,
  },
  transfer: {
    about: 'move an account to another installation',
    load: async () => (await import('./transfer.command.js')).transfer,
  },
  users: {
    about: 'create, list, reset and revoke users',
    load: async () => (await import('../../../gateway/src/commands/users.command.js')).usersCommand,
  },
  webhooks: {
    about: 'set up the webhook of an ESP account at its provider',
    load: async () => (await import('../../../delivery/src/commands/webhooks.command.js')).webhooks,
  },
};

const names = Object.keys(commands);
const width = Math.max(...names.map((name) => name.length));
const usage = `Usage: postrider <command> [arguments]

${Object.entries(commands)
  .map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`)
  .join('\n')}

"postrider <command> --help" explains a command. In a checkout, write "npm run postrider --" instead of "postrider".`;

/** Runs a command for operators. Resolves to the exit code. */
export async function runPostrider(
  [name = '--help', ...args]: readonly string[],
  terminal: Terminal = { print: console.log, warn: console.error },
): Promise<number> {
  if (name === '--help' || name === 'help') {
    terminal.print(usage);
    return 0;
  }
  if (!Object.hasOwn(commands, name)) {
    terminal.warn(`${unknownCommand(name, names)} Run "postrider" for the list of commands.`);
    return 2;
  }
  const command = await commands[name]!.load();
  return command.run(args, terminal);
}
