import { filled, namesIn, piecesOf } from './message.js';

describe('a text with names in it', () => {
  it('is filled with values', () => {
    expect(filled('{count} mails to {address}', { count: 3, address: 'ada@example.com' })).toBe(
      '3 mails to ada@example.com',
    );
  });

  it('keeps what nobody gave, and what a value only looks like', () => {
    expect(filled('{a} {b}', { a: '{b}' })).toBe('{b} {b}');
  });

  it('falls into pieces for elements', () => {
    expect(piecesOf('To {who}, {when}')).toEqual([{ text: 'To ' }, { name: 'who' }, { text: ', ' }, { name: 'when' }]);
    expect(namesIn('To {who}, {when}')).toEqual(['who', 'when']);
  });
});
