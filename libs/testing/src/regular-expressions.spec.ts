import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { analyse } from 'scslre';
import ts from 'typescript';

/** Code that runs in a service on callers' input; excludes pages, commands, tests and generated code. */
const files = execFileSync('git', ['ls-files', 'apps/*.ts', 'libs/*.ts'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => !/\.[a-z-]*spec\.ts$|\/testing\/|\/migrations\/|\/oracle\/|\/commands\/|^libs\/client\//.test(file))
  .filter((file) => !/^apps\/(dashboard|catcher|template-files)\//.test(file));

/** Expressions built from constants, for which this spec has no full text: their own specs test worst-case inputs. */
const composed = new Set([
  'apps/delivery/src/drivers/http/kind-5-ses.ts',
  'apps/gateway/src/http/json-position.ts',
  'apps/gateway/src/oidc/oidc.middleware.ts',
  'apps/tracking/src/provider-events/kinds/amazon-sns.ts',
  'libs/contracts/src/delivery/esp-webhooks.ts',
  'libs/contracts/src/ids.ts',
  'libs/contracts/src/tracking-choice.ts',
  'libs/links/src/tracking-variables.ts',
  'libs/rendering/src/handlebars/runtime/helpers.ts',
  'libs/rendering/src/jinja/filters/html.ts',
  'libs/rendering/src/jinja/filters/wrap.ts',
  'libs/rendering/src/mail/html-reader.ts',
  'libs/rendering/src/mjml/mjml.ts',
]);

function found(file: string): { readonly literals: readonly string[]; readonly isComposed: boolean } {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const literals: string[] = [];
  let isComposed = false;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) literals.push(node.text);
    const called = ts.isNewExpression(node) || ts.isCallExpression(node) ? node.expression : undefined;
    isComposed ||= called !== undefined && ts.isIdentifier(called) && called.text === 'RegExp';
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { literals, isComposed };
}

/** An input for which the expression takes more than linear time; undefined if there is none. */
function superLinear(literal: string): string | undefined {
  const end = literal.lastIndexOf('/');
  const [report] = analyse({ source: literal.slice(1, end), flags: literal.slice(end + 1) }).reports;
  return report && `${report.type} at ${report.character.pick.toString().slice(0, 40)}`;
}

it('no regular expression of a service takes more than linear time', () => {
  const known = new Map<string, string | undefined>();
  const slow = files.flatMap((file) =>
    found(file).literals.flatMap((literal) => {
      if (!known.has(literal)) known.set(literal, superLinear(literal));
      const why = known.get(literal);
      return why === undefined ? [] : [`${file}: ${literal} (${why})`];
    }),
  );
  expect(known.size).toBeGreaterThan(300);
  expect(slow).toEqual([]);
}, 120_000);

it('the composed expressions are known', () => {
  expect(files.filter((file) => found(file).isComposed)).toEqual([...composed]);
});
