import { randomInt } from 'node:crypto';

/** How the comparison with Python is run; a seed repeats what failed. */
export const oracleConfig = {
  python: process.env['PYTHON'] ?? 'python3',
  runs: Number(process.env['JINJA_FUZZ_RUNS'] ?? 2_000),
  seed: Number(process.env['JINJA_FUZZ_SEED'] ?? randomInt(1_000_000_000)),
};
