import { spawn, spawnSync } from 'node:child_process';
import { exactJson } from '@postrider/numbers';
import { oracleConfig } from './config.js';

/** A template for Python's Jinja, with its data and snippets. */
export type OracleCase = {
  readonly template: string;
  readonly data: unknown;
  readonly autoescape: boolean;
  readonly snippets?: Readonly<Record<string, string>>;
};

export type OracleResult = { readonly text: string } | { readonly error: string };

const program = `
import json, sys
import jinja2
for line in sys.stdin:
    case = json.loads(line)
    env = jinja2.Environment(
        autoescape=case['autoescape'],
        extensions=['jinja2.ext.i18n', 'jinja2.ext.do'],
        loader=jinja2.DictLoader(case.get('snippets', {})),
    )
    env.install_null_translations()
    if case.get('extract'):
        print(json.dumps({'messages': [[function, message] for _, function, message in env.extract_translations(case['template'])]}), flush=True)
        continue
    try:
        answer = {'text': env.from_string(case['template']).render(case['data'])}
    except Exception as error:
        answer = {'error': type(error).__name__ + ': ' + str(error)}
    print(json.dumps(answer), flush=True)
`;

/** Whether this machine has Python with Jinja. */
export const hasOracle = (): boolean =>
  spawnSync(oracleConfig.python, ['-c', 'import jinja2'], { timeout: 20_000, stdio: 'ignore' }).status === 0;

/** Renders these templates with Python's Jinja, in one process. */
export const runOracle = (cases: readonly OracleCase[]): Promise<OracleResult[]> => runTask<OracleResult>(cases);

/** The gettext function and its texts; null stands for an expression. */
export type OracleMessage = readonly [name: string, texts: string | readonly (string | null)[]];

/** The messages that Jinja's i18n extension extracts from these templates. */
export const callMessages = (templates: readonly string[]): Promise<{ readonly messages: OracleMessage[] }[]> =>
  runTask(templates.map((template) => ({ template, data: {}, autoescape: false, extract: true })));

/** Timeout for this many templates, even on a busy machine. */
export const oracleMs = (cases: number): number => 120_000 + cases * 20;

async function runTask<Body>(cases: readonly OracleCase[]): Promise<Body[]> {
  const child = spawn(oracleConfig.python, ['-c', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: oracleMs(cases.length),
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // A process that ends early is reported by its exit status.
  child.stdin.on('error', () => undefined);
  child.stdin.end(cases.map((each) => `${exactJson(each)}\n`).join(''));
  child.stdout.setEncoding('utf8');
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  await ended;
  const responses = output.split('\n').filter(Boolean);
  if (responses.length !== cases.length)
    throw new Error(`Python answered ${responses.length} of ${cases.length} templates`);
  return responses.map((line) => JSON.parse(line) as Body);
}
