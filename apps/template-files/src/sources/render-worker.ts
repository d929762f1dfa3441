import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Trial } from './placeholders.js';
import { Placeholders, UnprintableUse } from './placeholders.js';
import type { RenderedSource, RenderTask } from './render-source.js';

/** The part of esbuild that is used. It is the author's own, as React and its components are. */
interface Esbuild {
  build(options: object): Promise<{
    readonly outputFiles: readonly { readonly text: string }[];
    readonly metafile: { readonly outputs: Record<string, { readonly imports: readonly { readonly path: string }[] }> };
  }>;
}

type Component = (props: object) => unknown;

interface Bundle {
  readonly source: Record<string, unknown>;
  readonly createElement: (component: Component) => unknown;
  readonly render: (element: unknown) => string | Promise<string>;
}

/** Packages with a function `render`, and the one that is used with other components. */
const renderers = ['jsx-email', 'react-email', '@react-email/components'];
const otherRenderer = '@react-email/render';
/** False for a condition, and a large number. The text stays without a unit in styles. */
const trialValues = [0, '7'] as const;
const maxTrials = 200;
const maxHtmlLength = 2 * 1024 * 1024;

process.setSourceMapsEnabled(true);
// The protocol of WorkerProcess. Its `serve` is not used: it lowers the priority, and loads all of the renderer.
process.on('disconnect', () => process.exit());
process.on('message', async ({ path, data }: RenderTask) => {
  process.send?.(await renderSource(path, data).catch((error: unknown) => toProblem(path, error)));
});
process.send?.('ready');

async function renderSource(path: string, data: string | undefined): Promise<RenderedSource> {
  const { source, createElement, render } = await load(path);
  const component = findComponent(source);
  const preview =
    source['PreviewProps'] ?? source['previewProps'] ?? (component as { PreviewProps?: unknown }).PreviewProps;
  const sample: unknown = data === undefined ? preview : JSON.parse(data);
  const renderHtml = async (placeholders: Placeholders): Promise<string> => {
    (globalThis as { [key: symbol]: unknown })[Symbol.for('postrider.template-tags')] = placeholders.tags;
    const { props } = placeholders;
    const html = await render(createElement(() => component(props)));
    if (html.length > maxHtmlLength) throw new UnprintableUse(`the HTML is longer than ${maxHtmlLength} characters`);
    // React separates texts with comments, which would become part of translated messages.
    return html.replaceAll('<!-- -->', '').replace(/<!--\/?\$-->/g, '');
  };
  const placeholders = new Placeholders(sample);
  const html = await renderHtml(placeholders);
  const template = unescaped(placeholders.toTemplate(html));
  const paths = [...placeholders.read];
  if (paths.length > maxTrials) throw new UnprintableUse(`it has more than ${maxTrials} props`);
  for (const of of paths)
    for (const value of trialValues) {
      const trial: Trial = { path: of, value };
      // A component may rightly fail with a number in place of a text.
      const tried = new Placeholders(sample, trial);
      const other = await renderHtml(tried).catch(() => undefined);
      if (other === undefined) continue;
      if (tried.comparable(other) !== placeholders.comparable(html, trial))
        throw new UnprintableUse(
          `"${of}" decides what is rendered (&&, ?: or ||): use when(${of}, …) of @postrider/client/email`,
        );
    }
  return { html: template, ...(preview !== undefined && { sample: JSON.stringify(preview) }) };
}

function findComponent(source: Record<string, unknown>): Component {
  const component = source['default'] ?? source['Template'];
  if (typeof component === 'function') return component as Component;
  throw new UnprintableUse('it exports no component: export it as default, or as Template');
}

/** Apostrophes in messages stay as their author wrote them; attributes have double quotes. */
const unescaped = (html: string): string =>
  html.replace(/\{% trans .*?\{% endtrans %\}|\{% trans %\}.*?\{% endtrans %\}/gs, (block) =>
    block.replace(/&#(?:x27|39);/g, "'"),
  );

/** Bundles the source with its own files, and imports it where its packages are found. */
async function load(path: string): Promise<Bundle> {
  const require = createRequire(path);
  let esbuild: Esbuild;
  try {
    esbuild = require('esbuild') as Esbuild;
  } catch {
    throw new UnprintableUse('it needs the packages of its project: run npm install there, with esbuild among them');
  }
  const options = {
    bundle: true,
    write: false,
    metafile: true,
    outfile: 'bundle.mjs',
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    sourcemap: 'inline',
    logLevel: 'silent',
    absWorkingDir: dirname(path),
  };
  const { metafile } = await esbuild.build({ ...options, entryPoints: [path] });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map((one) => one.path));
  const renderer = renderers.find((name) => imports.includes(name)) ?? otherRenderer;
  const contents = [
    `import * as source from ${JSON.stringify(`./${basename(path)}`)};`,
    `import { createElement } from 'react';`,
    `import { render } from '${renderer}';`,
    'export { source, createElement, render };',
  ].join('\n');
  const { outputFiles } = await esbuild.build({
    ...options,
    stdin: { contents, resolveDir: dirname(path), loader: 'js' },
  });
  const folder = join(cacheFolder(dirname(path)), '.cache', 'postrider');
  const file = join(folder, `${randomUUID()}.mjs`);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(file, outputFiles[0]!.text);
    return (await import(pathToFileURL(file).href)) as Bundle;
  } finally {
    await rm(file, { force: true });
  }
}

/** The nearest folder of packages, where a cache belongs. */
function cacheFolder(folder: string): string {
  const packages = join(folder, 'node_modules');
  return existsSync(packages) || dirname(folder) === folder ? packages : cacheFolder(dirname(folder));
}

/** Adds the line of the source from the source map. */
function toProblem(path: string, error: unknown): RenderedSource {
  if (typeof error !== 'object' || error === null) return { problem: `throws ${String(error)}` };
  const { message, stack, errors } = error as Error & {
    errors?: { text: string; location?: { line: number } | null }[];
  };
  const [syntax] = errors ?? [];
  if (syntax) return { problem: syntax.text, ...(syntax.location && { line: syntax.location.line }) };
  const place = stack?.split('\n').find((line) => line.includes(`${basename(path)}:`));
  const [, line] = /:(\d+):\d+\)?$/.exec(place ?? '') ?? [];
  return { problem: message, ...(line !== undefined && { line: Number(line) }) };
}
