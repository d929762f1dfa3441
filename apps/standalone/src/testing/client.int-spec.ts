import { readFileSync } from 'node:fs';
import { firstMail } from '../../../../libs/client/examples/first-mail.js';
import type { WholeSystem } from './whole-system.js';
import { liveKey, startWholeSystem } from './whole-system.js';

const root = new URL('../../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

describe('the example of the client', () => {
  let system: WholeSystem;
  beforeAll(async () => {
    system = await startWholeSystem();
  });
  afterAll(() => system?.stop());

  it('is what the README shows', () => {
    expect(read('README.md')).toContain(read('libs/client/examples/first-mail.ts').trim());
  });

  it('sends its mail', async () => {
    expect(await firstMail(system.url, liveKey)).toMatch(/^GET \/logs\/log_\w{22}$/);
    const [mail] = await system.sink.received(1);
    expect(mail!.raw.toString()).toContain('Hello Ada, thank you.');
  });
});
