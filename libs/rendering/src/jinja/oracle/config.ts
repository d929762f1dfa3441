/**
 * Settings of the comparison with Python. The fixed seed generates the same templates every time, so that a failure is
 * caused by a change; use other seeds to search further.
 */
export const oracleConfig = {
  python: process.env['PYTHON'] ?? 'python3',
  runs: Number(process.env['JINJA_FUZZ_RUNS'] ?? 2_000),
  seed: Number(process.env['JINJA_FUZZ_SEED'] ?? 20_261_122),
};
