/** Settings of the comparison with Handlebars. The fixed seed generates the same templates every time. */
export const oracleConfig = {
  runs: Number(process.env['HANDLEBARS_FUZZ_RUNS'] ?? 2_000),
  seed: Number(process.env['HANDLEBARS_FUZZ_SEED'] ?? 20_261_127),
};
