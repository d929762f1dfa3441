/**
 * Settings of the comparison with Handlebars. The fixed seed generates the same templates every time; `npm run oracle`
 * compares more of them.
 */
export const oracleConfig = {
  runs: Number(process.env['HANDLEBARS_FUZZ_RUNS'] ?? 500),
  seed: Number(process.env['HANDLEBARS_FUZZ_SEED'] ?? 20_261_127),
};
