import { loadArtifact, storedArtifact, UnknownFormat } from './artifact.js';
import { compileVersion } from './compile-version.js';

const compiled = async (text: string, snippets: Record<string, string> = {}) =>
  (await compileVersion({ subject: 'S', text }, (name) => snippets[name])).artifact;

describe('the format of an artifact', () => {
  it.each([
    ['{{#if vip}}A{{/if}}', 2],
    ['{{#if vip}}A{{else}}B{{/if}}', 2],
    ['{{#items}}{{^done}}{{#if late}}!{{/if}}{{/done}}{{/items}}', 2],
    ['{{#items}}{{> row}}{{/items}}', 2],
    ['{{#vip}}A{{/vip}}{{^vip}}B{{/vip}}', 1],
    ['{{#each items}}{{this}}{{/each}}', 1],
    ['? A ?', 1],
  ])('of %s is %i', async (text, format) => {
    expect((await compiled(text, { row: '{{#if a}}b{{/if}}' })).format).toBe(format);
  });

  it('must be one that this build renders; otherwise the artifact is rejected by name', async () => {
    const artifact = await compiled('{{#if vip}}A{{/if}}');
    expect(loadArtifact(JSON.parse(JSON.stringify(artifact)))).toEqual(artifact);
    expect(() => loadArtifact({ ...artifact, format: 4 })).toThrow(UnknownFormat);
    const unread = { format: 2, engine: 'mustache', json: JSON.stringify(artifact) };
    expect(storedArtifact(unread)).toBe(unread);
    expect(() => storedArtifact({ ...unread, format: 4 })).toThrow(UnknownFormat);
    expect(() => loadArtifact({ ...unread, json: JSON.stringify({ ...artifact, format: 4 }) })).toThrow(UnknownFormat);
    for (const damaged of [null, 'x', {}, { ...artifact, format: '1' }, { ...artifact, parts: {} }])
      expect(() => loadArtifact(damaged)).toThrow(/^Not an artifact/);
  });
});
