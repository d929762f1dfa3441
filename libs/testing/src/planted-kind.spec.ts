import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '../../..');
const table = join(root, 'libs/contracts/src/delivery/esp-kinds.ts');

const plantedRow = `  esp_kind_9: {
    slug: 'planted',
    provider: 'Planted',
    credentials: { token: apiKey },
    options: ['region', 'tracking'],
    webhook: { verifiedBy: signingKey, setup: 'api' },
  },
  smtp: {`;

/** The compiler errors of the source files that use ESP kinds, with the new row. */
function errorsOfPlantedRow(): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile) as { config: object };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [table] }, ts.sys, root);
  const files = ['apps/delivery', 'apps/tracking', 'apps/gateway', 'libs/contracts']
    .flatMap((part) =>
      readdirSync(join(root, part, 'src'), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(root, part, 'src', name),
      ),
    )
    .filter((path) => /(?<!spec)\.ts$/.test(path) && !path.includes('/testing/'))
    .filter((path) => /EspType|espTypes|espKinds|getEspKind|espType|esp_type/.test(readFileSync(path, 'utf8')));
  const withoutOutput: ts.CompilerOptions = { ...options, noEmit: true, incremental: false };
  const host = ts.createCompilerHost(withoutOutput);
  const { readFile } = host;
  host.readFile = (path) => (path === table ? readFile(path)?.replace('  smtp: {', plantedRow) : readFile(path));
  const program = ts.createProgram(files, withoutOutput, host);
  return files.flatMap((path) => {
    const errors = program.getSemanticDiagnostics(program.getSourceFile(path));
    return errors.map(({ messageText }) => {
      const [, missing = ts.flattenDiagnosticMessageText(messageText, ' ')] =
        /Property '(\w+)' is missing/.exec(ts.flattenDiagnosticMessageText(messageText, ' ')) ?? [];
      return `${relative(root, path)}: ${missing}`;
    });
  });
}

describe('a new row in the table of ESP kinds', () => {
  it('needs only its driver and its event reader', () => {
    expect(errorsOfPlantedRow().toSorted()).toEqual([
      'apps/delivery/src/drivers/driver-factory.ts: esp_kind_9',
      'apps/tracking/src/provider-events/report-readers.ts: esp_kind_9',
    ]);
  }, 120_000);
});
