import { describe, expect, it } from '@jest/globals';
import { surroundings } from './testing/config.js';
import { visits } from './testing/visits.js';

describe('pages outside the dashboard', () => {
  const { stranger } = visits();

  it('show caught mail', async () => {
    const visit = await stranger();
    await visit.open(surroundings.catcher);
    expect(await visit.barriersEverywhere()).toEqual([]);
  });

  // Its contrasts are those of the package that draws it.
  it('show the API reference', async () => {
    const visit = await stranger();
    await visit.open('/docs/');
    await visit.page.getByText('/send', { exact: true }).first().waitFor();
  });
});
