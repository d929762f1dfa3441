import { mentionedIn } from './mentions.js';

const ada = { name: 'Ada', email: 'ada@acme.example' };
const lovelace = { name: 'Ada Lovelace', email: 'lovelace@acme.example' };
const unnamed = { name: '', email: 'unnamed@acme.example' };
const members = [ada, lovelace, unnamed];

describe('a comment mentions', () => {
  it.each([
    ['@Ada, please look', [ada]],
    ['please look, (@ada)', [ada]],
    ['@ada lovelace: is this right?', [lovelace]],
    ['@Ada Lovelaces', [ada]],
    ['@Adam', []],
    ['@ADA@acme.example.', [ada]],
    ['@ada@other.example', []],
    ['ada@acme.example', []],
    ['write to help@Ada', []],
    ['@unnamed@acme.example', [unnamed]],
    ['@Ada and @Ada Lovelace and @Ada', [ada, lovelace]],
    ['@', []],
    ['', []],
    ['\n@Ada\n', [ada]],
  ])('in %j the right users', (text, expected) => {
    expect(mentionedIn(text, members)).toEqual(expected);
  });

  it('all users of the same name', () => {
    const other = { name: 'ada', email: 'other@acme.example' };
    expect(mentionedIn('@Ada', [...members, other])).toEqual([ada, other]);
  });

  it('at most 20 users, in the first 100 places', () => {
    const many = Array.from({ length: 30 }, (_, n) => ({ name: `n${n}x`, email: '' }));
    expect(mentionedIn(many.map(({ name }) => `@${name}`).join(' '), many)).toEqual(many.slice(0, 20));
    expect(mentionedIn(`${'@'.repeat(200)}Ada`, members)).toEqual([]);
  });
});
