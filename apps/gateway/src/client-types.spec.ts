import { readFileSync, writeFileSync } from 'node:fs';
import type { OpenAPI3 } from 'openapi-typescript';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { describeGateway } from './describe-gateway.js';

const file = new URL('../../../libs/client/src/api.ts', import.meta.url);
const updating = process.argv.includes('--updateSnapshot');

describe('the types of the client', () => {
  it('are those of the description of the API; npm run client:types writes them', async () => {
    const types = astToString(await openapiTypescript(describeGateway() as OpenAPI3));
    const text = `/** Made from the description of the API by npm run client:types. */\n\n${types}`;
    if (updating) writeFileSync(file, text);
    else expect(readFileSync(file, 'utf8')).toBe(text);
  });
});
