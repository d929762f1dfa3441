import type { EndpointMetadata } from './http/endpoint-metadata.js';
import { endpointsOf } from './http/endpoint-metadata.js';
import { controllers } from './describe-gateway.js';

const operations = controllers.flatMap((controller) => endpointsOf(controller));
const resourcesWith = (matches: (endpoint: EndpointMetadata) => boolean): string[] => [
  ...new Set(operations.filter(({ endpoint }) => matches(endpoint)).map(({ path }) => path.split('/')[1]!)),
];

/** See docs/users.md#roles: what is none of these says `administer`. */
describe('the rights that operations need', () => {
  it('let editors change content and recipients, and nothing else', () => {
    expect(resourcesWith(({ scope }) => scope === 'manage').toSorted()).toEqual([
      'customers',
      'drip_campaigns',
      'failures',
      'i18n',
      'snippets',
      'suppressions',
      'templates',
    ]);
  });

  it('leave to anybody what lets somebody in, and how', () => {
    const open = operations.filter(({ endpoint }) => endpoint.asker === 'anybody');
    expect(open.map(({ path, endpoint }) => `${endpoint.method} ${path}`).toSorted()).toEqual([
      'GET /log_in_methods',
      'POST /invitations/accept',
      'POST /invitations/check',
      'POST /password_resets',
      'POST /password_resets/confirm',
      'POST /session',
    ]);
    for (const { endpoint } of open) expect(endpoint.body.maxBytes).toBe(8 * 1024);
  });

  it('let nobody change anything with the right to read', () => {
    const changing = operations.filter(({ endpoint }) => endpoint.scope === 'read' && endpoint.method !== 'GET');
    expect(changing.map(({ path }) => path)).toEqual(['/render', '/templates/check', '/templates/preview']);
  });
});
