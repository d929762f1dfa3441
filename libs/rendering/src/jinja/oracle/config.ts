/** How the comparison with Python is run: with the same templates every time, so that what fails it is a change. Other seeds look further. */
export const oracleConfig = {
  python: process.env['PYTHON'] ?? 'python3',
  runs: Number(process.env['JINJA_FUZZ_RUNS'] ?? 2_000),
  seed: Number(process.env['JINJA_FUZZ_SEED'] ?? 20_261_122),
};
