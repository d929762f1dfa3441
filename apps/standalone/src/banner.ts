import { publicUrl } from '../../gateway/src/config.js';
import type { Surroundings } from './environments.js';

/** What a person needs first: where it is, the keys, where mail shows up, who may look at it, and a line that sends one. */
export function banner(
  { config, secrets }: Surroundings,
  catcherUrl: string | undefined,
  welcomeLink?: string,
): string {
  const base = publicUrl(config);
  const api = `${base}/api/v1`;
  const create = `curl -s -u ${secrets.liveKey}: ${api}/templates -H 'content-type: application/json' -d '{"name":"Hello","subject":"Hello {{name}}","html":"<p>Hello {{name}}, it works.</p>"}'`;
  const id = `sed 's/.*"id":"\\([^"]*\\)".*/\\1/'`;
  const body = `'{"template":"'$(${create} | ${id})'","recipient":{"address":"ada@example.com"},"template_data":{"name":"Ada"}}'`;
  return [
    '',
    'Postrider is ready.',
    '',
    `  Dashboard  ${base}/`,
    ...(welcomeLink ? [`             ${welcomeLink}   (makes its first user, once)`] : []),
    `  API        ${api}`,
    `  Live key   ${secrets.liveKey}`,
    `  Test key   ${secrets.testKey}`,
    `  Sender     ${config.BOOTSTRAP_SENDER}   (of mail that names none, unless the account has set its own)`,
    ...(catcherUrl ? [`  Mail       ${catcherUrl}   (nothing leaves this machine until you add an ESP account)`] : []),
    '',
    'Send a first mail (makes a template, then sends it):',
    '',
    `  curl -s -u ${secrets.liveKey}: ${api}/send -H 'content-type: application/json' -d ${body}`,
    '',
    'Ctrl-C stops everything.',
    '',
  ].join('\n');
}
