import { spawnSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { stale, write } from './chart.mjs';

const generate = process.env['GENERATE'] === 'true';
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

(hasKubectl || generate ? it : it.skip)(
  'the Helm chart is up to date (npm run generate writes it)',
  async () => {
    if (generate) await write();
    expect(await stale()).toEqual([]);
  },
  300_000,
);
