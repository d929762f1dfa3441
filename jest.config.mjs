import { testPackages } from './scripts/lib/test-packages.mjs';

const packages = await testPackages();

const compiled = (parser, transform) => [
  '@swc/jest',
  {
    jsc: { target: 'es2022', parser: { syntax: 'typescript', ...parser }, transform, keepClassNames: true },
    module: { type: 'es6' },
  },
];

// Five tiers, one project each; `npm test -- --tier int --only delivery` runs one of them (scripts/test.mjs).
const tier = (displayName, testMatch) => ({
  displayName,
  testMatch,
  rootDir: '.',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  modulePathIgnorePatterns: ['<rootDir>/dist/(apps|libs)/'],
  moduleNameMapper: {
    ...packages,
    '^@postrider/esp-kinds$': '<rootDir>/libs/contracts/src/delivery/esp-kinds.ts',
    '^@postrider/rendering-pure$': '<rootDir>/libs/rendering/src/pure.ts',
    '^@postrider/processor-time$': '<rootDir>/libs/testing/src/processor-time.ts',
    '^@postrider/([a-z]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.ts$': compiled({ decorators: true }, { legacyDecorator: true, decoratorMetadata: true }),
    '^.+\\.tsx$': compiled({ tsx: true }, { react: { runtime: 'automatic' } }),
  },
});

export default {
  // Jest reads it here, not in a project.
  testTimeout: 60_000,
  // Node keeps the modules of ended test files: a worker that has 2 GB of them ends later than Jest waits for.
  workerIdleMemoryLimit: '768MB',
  projects: [
    tier('unit', ['<rootDir>/{apps,libs,scripts,docker}/**/*.spec.ts']),
    tier('int', ['<rootDir>/{apps,libs}/**/*.int-spec.ts']),
    tier('contract', ['<rootDir>/{apps,libs}/**/*.contract-spec.ts']),
    tier('e2e', ['<rootDir>/e2e/**/*.e2e-spec.ts']),
    {
      ...tier('browser', ['<rootDir>/e2e/browser/**/*.browser-spec.ts']),
      globalSetup: '<rootDir>/e2e/browser/testing/set-up.mjs',
      globalTeardown: '<rootDir>/e2e/browser/testing/tear-down.mjs',
    },
  ],
};
