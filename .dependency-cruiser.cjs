/**
 * The import boundaries (docs/architecture.md), checked on resolved files, including type imports.
 * libs/testing/src/boundaries.spec.ts tests them with planted violations.
 */
const test = '(\\.(int-|contract-|e2e-)?spec\\.tsx?$|/src/testing/|^libs/testing/|^(e2e|faults)/)';

const forbidden = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    forbidden(
      'app-imports-app',
      'Services communicate through contracts. Only apps/standalone imports other apps.',
      { path: '^apps/([^/]+)/', pathNot: '^apps/standalone/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    forbidden('lib-imports-app', 'Libs do not import apps.', { path: '^libs/' }, { path: '^apps/' }),
    forbidden(
      'app-reaches-into-lib',
      'Import a lib by its name (@postrider/<lib>). Only its index is public.',
      { path: '^(apps|e2e)/' },
      {
        path: '^libs/',
        pathNot: [
          '^libs/[^/]+/src/index\\.ts$',
          '^libs/(rendering/src/pure|contracts/src/delivery/esp-kinds|testing/src/processor-time)\\.ts$',
        ],
      },
    ),
    forbidden(
      'lib-reaches-into-lib',
      'Import a lib by its name (@postrider/<lib>). Only its index is public.',
      { path: '^libs/([^/]+)/' },
      {
        path: '^libs/',
        pathNot: ['^libs/$1/', '^libs/[^/]+/src/index\\.ts$', '^libs/testing/src/processor-time\\.ts$'],
      },
    ),
    forbidden(
      'contracts-are-data',
      'Contracts import only zod and numbers.',
      { path: '^libs/contracts/', pathNot: test },
      { pathNot: ['^libs/contracts/', '^libs/numbers/', '^node_modules/zod/'] },
    ),
    forbidden(
      'client-imports-nothing',
      'The client is a separate package, generated from the OpenAPI description.',
      { path: '^libs/client/', pathNot: test },
      { path: ['^libs/(?!client/)', '^apps/'] },
    ),
    forbidden(
      'client-is-for-callers',
      'The client is for callers of the API, such as the dashboard and template-files. Services use contracts.',
      { path: '^(apps|libs)/', pathNot: ['^libs/client/', '^apps/(dashboard|template-files)/', test] },
      { path: '^libs/client/' },
    ),
    forbidden(
      'dashboard-uses-the-api',
      'The dashboard uses only the public API. It previews drafts with the renderer of POST /templates/preview.',
      { path: '^apps/dashboard/', pathNot: test },
      {
        path: '^(apps|libs)/',
        pathNot: [
          '^apps/dashboard/',
          '^libs/(client|numbers)/',
          '^libs/(rendering/src/pure|contracts/src/delivery/esp-kinds)\\.ts$',
        ],
      },
    ),
    ...['i18n', 'api', 'ui', 'session', 'shell'].map((folder, level, all) =>
      forbidden(
        `dashboard-${folder}-is-below`,
        'The folders of the dashboard import downwards (docs/dashboard.md#where-things-are).',
        { path: `^apps/dashboard/src/${folder}/`, pathNot: test },
        { path: `^apps/dashboard/src/(${[...all.slice(level + 1), 'features'].join('|')})/` },
      ),
    ),
    forbidden(
      'concurrency-is-lowest',
      'concurrency imports no other lib.',
      { path: '^libs/concurrency/', pathNot: test },
      { path: ['^libs/(?!concurrency/)', '^apps/'] },
    ),
    forbidden(
      'egress-and-secrets-are-low',
      'egress and secrets import only concurrency.',
      { path: '^libs/(egress|secrets)/', pathNot: test },
      { path: ['^libs/(?!concurrency/|egress/|secrets/)', '^apps/'] },
    ),
    forbidden(
      'numbers-are-lowest',
      'numbers imports no other lib.',
      { path: '^libs/numbers/' },
      { path: ['^libs/(?!numbers/)', '^apps/'] },
    ),
    forbidden(
      'limits-are-below',
      'limits imports only contracts and concurrency.',
      { path: '^libs/limits/', pathNot: test },
      { path: '^libs/(messaging|outbox|service|rendering)/' },
    ),
    forbidden(
      'links-are-below',
      'links imports only contracts.',
      { path: '^libs/links/', pathNot: test },
      { path: '^libs/(?!links/|contracts/)' },
    ),
    forbidden(
      'messaging-is-below',
      'messaging imports contracts, outbox imports messaging, and service imports both.',
      { path: '^libs/messaging/', pathNot: test },
      { path: '^libs/(outbox|service|rendering)/' },
    ),
    forbidden(
      'outbox-is-below',
      'messaging imports contracts, outbox imports messaging, and service imports both.',
      { path: '^libs/outbox/', pathNot: test },
      { path: '^libs/(service|rendering)/' },
    ),
    forbidden(
      'broker-only-in-messaging',
      "Only libs/messaging uses RabbitMQ and Nest's transports. Use ContractClient, @Handles and @On.",
      { pathNot: ['^libs/messaging/', test] },
      { path: '^node_modules/(amqplib|amqp-connection-manager|@nestjs/microservices)/' },
    ),
    forbidden(
      'no-database-in-controllers',
      'Controllers contain no SQL. Use a repository.',
      { path: '\\.controller\\.ts$' },
      { path: '^node_modules/(typeorm|@nestjs/typeorm|pg)/' },
    ),
    forbidden(
      'tests-only-in-tests',
      'Production code does not import test code.',
      { pathNot: test },
      { path: ['^libs/testing/', '/src/testing/'] },
    ),
    forbidden('no-cycles', 'No circular imports, including type imports.', {}, { circular: true }),
    {
      name: 'no-folder-cycles',
      comment: 'No circular imports between folders of an app or lib.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(apps|libs)/[^/]+/src/[^/]+' },
      to: { circular: true, path: '^(apps|libs)/[^/]+/src/[^/]+' },
    },
    forbidden('resolvable', 'Imports must resolve.', {}, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'require', 'node', 'default'],
    },
  },
};
