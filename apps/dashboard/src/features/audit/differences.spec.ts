import { differencesOf } from './differences.js';

it.each([
  [{ a: 1 }, { a: 1 }, []],
  [
    { name: 'Old', tags: ['x'] },
    { name: 'New', tags: ['x', 'y'] },
    [
      ['name', 'Old', 'New'],
      ['tags.1', undefined, 'y'],
    ],
  ],
  [undefined, { name: 'New' }, [['name', undefined, 'New']]],
  [{ sender: { name: 'A' } }, undefined, [['sender.name', 'A', undefined]]],
  [{ on: true, data: {} }, { on: false, data: {} }, [['on', 'true', 'false']]],
  [undefined, undefined, []],
])('from %j to %j', (before, after, expected) => {
  expect(differencesOf(before, after).map(({ path, before: was, after: is }) => [path, was, is])).toEqual(expected);
});
