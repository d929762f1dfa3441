/** Generated files by part, with the path of the spec that compares them and, with GENERATE=true, writes them. */
export const generatedParts = {
  client: 'client-types',
  contracts: 'contracts.snapshot',
  reference: 'gateway/src/reference',
  dashboards: 'observability/dashboards',
  autoscaling: 'lib/autoscaling',
  chart: 'lib/chart',
};

/** The command that runs the specs of these parts. */
export const generatedSpecs = (paths = Object.values(generatedParts)) => [
  process.execPath,
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  '--selectProjects',
  'unit',
  '--testPathPatterns',
  paths.join('|'),
];
