import type { EndpointMetadata } from './http/endpoint-metadata.js';
import { getEndpoints } from './http/endpoint-metadata.js';
import { controllers, undescribedControllers } from './describe-gateway.js';

const operations = controllers.flatMap((controller) => getEndpoints(controller));
const resourcesWith = (matches: (endpoint: EndpointMetadata) => boolean): string[] => [
  ...new Set(operations.filter(({ endpoint }) => matches(endpoint)).map(({ path }) => path.split('/')[1]!)),
];

/** See docs/users.md#roles: all other operations need `administer`. */
describe('the scopes of operations', () => {
  it('let editors change only content and recipients', () => {
    expect(resourcesWith(({ scope }) => scope === 'manage').toSorted()).toEqual([
      'customers',
      'drip_campaigns',
      'failures',
      'i18n',
      'images',
      'ready_templates',
      'snippets',
      'suppressions',
      'templates',
    ]);
  });

  it('require no authentication for log-in, invitations and password resets only', () => {
    const unauthenticated = operations.filter(({ endpoint }) => endpoint.access === 'public');
    expect(unauthenticated.map(({ path, endpoint }) => `${endpoint.method} ${path}`).toSorted()).toEqual([
      'GET /log_in_methods',
      'POST /invitations/accept',
      'POST /invitations/check',
      'POST /password_resets',
      'POST /password_resets/confirm',
      'POST /session',
    ]);
    for (const { endpoint } of unauthenticated) expect(endpoint.body.maxBytes).toBe(8 * 1024);
  });

  it('are the same for the calls of the Resend-compatible API and of /mcp, whose tools check them', () => {
    const calls = undescribedControllers.flatMap((controller) => getEndpoints(controller));
    expect(calls.map(({ path, endpoint }) => `${endpoint.scope} ${endpoint.method} ${path}`).toSorted()).toEqual([
      'administer GET /resend/api-keys',
      'null POST /mcp',
      'read GET /resend/domains',
      'read GET /resend/emails',
      'read GET /resend/emails/:email_id',
      'read GET /resend/emails/:email_id/attachments',
      'read GET /resend/emails/:email_id/attachments/:id',
      'send PATCH /resend/emails/:email_id',
      'send POST /resend/emails',
      'send POST /resend/emails/:email_id/cancel',
      'send POST /resend/emails/batch',
    ]);
    expect(calls.filter(({ endpoint }) => endpoint.access !== undefined)).toEqual([]);
  });

  it('do not allow changes with the scope read', () => {
    const changing = operations.filter(({ endpoint }) => endpoint.scope === 'read' && endpoint.method !== 'GET');
    // A proposal sends nothing before a person with the scope `send` approves it.
    expect(changing.map(({ path }) => path)).toEqual([
      '/send_proposals',
      '/render',
      '/templates/check',
      '/templates/check_links',
      '/templates/preview',
      '/templates/:template_id/versions/:version_id/shadow',
      '/templates/:template_id/locales/:locale/versions/:version_id/shadow',
      '/esp_accounts/check_sender',
    ]);
  });
});
