import { createRequire } from 'node:module';
import { mjmlElements, mjmlTags } from './mjml-tags.js';

type Component = { readonly componentName: string; readonly allowedAttributes?: Readonly<Record<string, string>> };
type Preset = { readonly components: readonly Component[] };

/** The elements of MJML. */
const ofMjml = createRequire(createRequire(import.meta.url).resolve('mjml'));
const { components } = ofMjml('mjml-preset-core') as Preset;

it('knows the elements and attributes of the MJML that is installed', () => {
  expect(components.length).toBeGreaterThan(20);
  for (const { componentName, allowedAttributes = {} } of components) {
    const known = (mjmlElements[componentName]?.attributes ?? '').split(' ').map((written) => written.split('=')[0]);
    const all = Object.keys(allowedAttributes).toSorted();
    expect([componentName, known.filter(Boolean).toSorted()]).toEqual([componentName, all]);
  }
  expect(mjmlTags['mj-section']).toMatchObject({ children: expect.arrayContaining(['mj-column']) });
  expect(mjmlTags['mj-text']?.attrs?.['align']).toContain('center');
});
