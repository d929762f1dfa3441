import { describe, expect, it } from '@jest/globals';
import { brokenPromises } from './promises.mjs';

const image = { bytes: 230e6, user: '1000:1000', layers: ['sha256:a', 'sha256:b'] };
const inside = { uid: 1000, commands: ['/usr/local/bin/node'], writable: [], installed: 200, unbilled: [] };

describe('What is promised of an image', () => {
  it('holds of one that is small, without a shell, not root and the same each time', () => {
    expect(brokenPromises(image, image.layers, inside)).toEqual([]);
  });

  it.each([
    [{ bytes: 251e6 }, {}, 'The image has 251 MB; it is to stay under 250 MB.'],
    [{ user: '' }, {}, 'It runs as ""; it is to name a user by number, not root.'],
    [{ user: 'node' }, {}, 'It runs as "node"; it is to name a user by number, not root.'],
    [{ user: '0:0' }, {}, 'It runs as "0:0"; it is to name a user by number, not root.'],
    [{}, { uid: 0 }, 'Its process is root.'],
    [{}, { commands: ['/bin/sh', '/usr/local/bin/node'] }, 'It has commands besides Node: /bin/sh.'],
    [{}, { commands: [] }, 'It has commands besides Node: Node is missing.'],
    [{}, { writable: ['/app'] }, 'It can write to /app with a read-only root.'],
    [{}, { unbilled: ['zod'] }, 'Its bill of materials lacks zod.'],
    [{}, { installed: 0 }, 'Its bill of materials lacks everything.'],
    [{ layers: ['sha256:a', 'sha256:c'] }, {}, 'A second build of the same source has 1 other layer.'],
    [{ layers: ['sha256:a'] }, {}, 'A second build of the same source has 0 other layers.'],
  ])('is broken by %j %j', (ofImage, fromInside, sentence) => {
    expect(brokenPromises({ ...image, ...ofImage }, image.layers, { ...inside, ...fromInside })).toEqual([sentence]);
  });
});
