import preset from 'mjml-preset-core';
import { mjmlElements, mjmlTags } from './mjml-tags.js';

type Component = { readonly componentName: string; readonly allowedAttributes?: Readonly<Record<string, string>> };
const { components } = preset as unknown as { components: readonly Component[] };

it('knows the elements and attributes of the MJML that is installed', () => {
  for (const { componentName, allowedAttributes = {} } of components) {
    const known = (mjmlElements[componentName]?.attributes ?? '').split(' ').map((written) => written.split('=')[0]);
    expect([componentName, known.filter(Boolean).toSorted()]).toEqual([componentName, Object.keys(allowedAttributes).toSorted()]);
  }
  expect(mjmlTags['mj-section']).toMatchObject({ children: expect.arrayContaining(['mj-column']) });
  expect(mjmlTags['mj-text']?.attrs?.['align']).toContain('center');
});
