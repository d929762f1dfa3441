/** The walls of the house (docs/architecture.md): judged on resolved files, types included. libs/testing/src/walls.spec.ts plants a breach. */
const test = '(\\.(int-|contract-|e2e-)?spec\\.tsx?$|/src/testing/|^libs/testing/|^e2e/|^bench/)';

const forbidden = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    forbidden(
      'app-imports-app',
      'Services talk over contracts, never by import; apps/standalone alone composes them.',
      { path: '^apps/([^/]+)/', pathNot: '^apps/standalone/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    forbidden(
      'lib-imports-app',
      'A lib serves the apps and knows none of them.',
      { path: '^libs/' },
      { path: '^apps/' },
    ),
    forbidden(
      'app-reaches-into-lib',
      'A lib is imported by its name (@postrider/<lib>); what its index does not export is its own affair.',
      { path: '^(apps|e2e|bench)/' },
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
      'A lib is imported by its name (@postrider/<lib>); what its index does not export is its own affair.',
      { path: '^libs/([^/]+)/' },
      {
        path: '^libs/',
        pathNot: ['^libs/$1/', '^libs/[^/]+/src/index\\.ts$', '^libs/testing/src/processor-time\\.ts$'],
      },
    ),
    forbidden(
      'contracts-are-data',
      'Contracts are pure data: zod and nothing else.',
      { path: '^libs/contracts/', pathNot: test },
      { pathNot: ['^libs/contracts/', '^libs/numbers/', '^node_modules/zod/'] },
    ),
    forbidden(
      'client-knows-the-api-alone',
      'The client is a package of its own: it knows the description of the API and nothing else of Postrider.',
      { path: '^libs/client/', pathNot: test },
      { path: ['^libs/(?!client/)', '^apps/'] },
    ),
    forbidden(
      'nobody-builds-on-the-client',
      'The client is for callers of the API, such as the dashboard and the command of template files; services talk over contracts.',
      { path: '^(apps|libs)/', pathNot: ['^libs/client/', '^apps/(dashboard|template-files)/', test] },
      { path: '^libs/client/' },
    ),
    forbidden(
      'dashboard-knows-the-api-alone',
      'The dashboard is a caller of the API: whatever it shows, a client can have too. What renders drafts as one types is what POST /templates/preview runs.',
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
      'concurrency knows no other lib: everybody may use it.',
      { path: '^libs/concurrency/', pathNot: test },
      { path: ['^libs/(?!concurrency/)', '^apps/'] },
    ),
    forbidden(
      'egress-and-secrets-are-low',
      'egress and secrets know concurrency at most: every service that connects to what callers name, or keeps their secrets, may use them.',
      { path: '^libs/(egress|secrets)/', pathNot: test },
      { path: ['^libs/(?!concurrency/|egress/|secrets/)', '^apps/'] },
    ),
    forbidden(
      'numbers-are-lowest',
      'numbers know no other lib: data of callers is everywhere.',
      { path: '^libs/numbers/' },
      { path: ['^libs/(?!numbers/)', '^apps/'] },
    ),
    forbidden(
      'limits-are-below',
      'limits know contracts and concurrency; how services are run and asked is not their business.',
      { path: '^libs/limits/', pathNot: test },
      { path: '^libs/(messaging|outbox|service|rendering)/' },
    ),
    forbidden(
      'links-are-below',
      'links know contracts: who signs them and who reads them share nothing else.',
      { path: '^libs/links/', pathNot: test },
      { path: '^libs/(?!links/|contracts/)' },
    ),
    forbidden(
      'messaging-is-below',
      'messaging knows contracts, outbox knows messaging, service knows both; never the other way round.',
      { path: '^libs/messaging/', pathNot: test },
      { path: '^libs/(outbox|service|rendering)/' },
    ),
    forbidden(
      'outbox-is-below',
      'messaging knows contracts, outbox knows messaging, service knows both; never the other way round.',
      { path: '^libs/outbox/', pathNot: test },
      { path: '^libs/(service|rendering)/' },
    ),
    forbidden(
      'broker-only-in-messaging',
      "RabbitMQ and Nest's transports are touched in libs/messaging alone; everybody else has ContractClient, @Handles and @On.",
      { pathNot: ['^libs/messaging/', test] },
      { path: '^node_modules/(amqplib|amqp-connection-manager|@nestjs/microservices)/' },
    ),
    forbidden(
      'no-database-in-controllers',
      'A controller speaks HTTP and contracts; SQL belongs in a repository.',
      { path: '\\.controller\\.ts$' },
      { path: '^node_modules/(typeorm|@nestjs/typeorm|pg)/' },
    ),
    forbidden(
      'tests-only-in-tests',
      'What only tests need does not ship.',
      { pathNot: test },
      { path: ['^libs/testing/', '/src/testing/'] },
    ),
    forbidden('no-cycles', 'Two files that need each other are one thing, or lack a third.', {}, { circular: true }),
    {
      name: 'no-folder-cycles',
      comment:
        'The folders of an app or lib form an order: two that need each other are one, or lack a third below both.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(apps|libs)/[^/]+/src/[^/]+' },
      to: { circular: true, path: '^(apps|libs)/[^/]+/src/[^/]+' },
    },
    forbidden('resolvable', 'An import that leads nowhere.', {}, { couldNotResolve: true }),
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
