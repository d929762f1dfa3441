import { readFileSync, writeFileSync } from 'node:fs';
import type { OpenAPI3 } from 'openapi-typescript';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { describeGateway } from './describe-gateway.js';

const file = new URL('../../../libs/client/src/api.ts', import.meta.url);

describe('the types of libs/client', () => {
  it('match the OpenAPI description; npm run generate writes them', async () => {
    const types = astToString(await openapiTypescript(describeGateway() as OpenAPI3));
    const text = `/** Made from the description of the API by npm run generate. */\n\n${types}`;
    if (process.env['GENERATE'] === 'true') writeFileSync(file, text);
    else expect(readFileSync(file, 'utf8')).toBe(text);
  });
});
