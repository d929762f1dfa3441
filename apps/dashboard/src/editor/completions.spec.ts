import type { Vocabulary } from './completions.js';
import { completionsAfter, sections } from './completions.js';

const mustache: Vocabulary = {
  engine: 'mustache',
  variables: ['user', 'user.name', 'items', 'items[].price', 'items[].tags[].label', 'total'],
  snippets: ['footer', 'legal note'],
};
const jinja: Vocabulary = { ...mustache, engine: 'jinja' };
const labels = (before: string, vocabulary: Vocabulary): string[] | undefined =>
  completionsAfter(before, vocabulary)?.options.map(({ label }) => label);

describe('completions', () => {
  it.each([
    ['<p>{{us', ['user', 'user.name', 'items', 'total']],
    ['<p>{{{ ', ['user', 'user.name', 'items', 'total']],
    ['{{#items}}{{pr', ['.', 'price', 'tags', 'user', 'user.name', 'items', 'total']],
    ['{{#items}}{{#tags}}{{', ['.', 'label', 'user', 'user.name', 'items', 'total']],
    ['{{#items}}x{{/items}}{{', ['user', 'user.name', 'items', 'total']],
    ['{{#items}}{{/', ['items']],
    ['{{> fo', ['footer', 'legal note']],
    ['{% snippet "fo', ['footer', 'legal note']],
    ['{% tr', ['snippet', 'trans', 'pluralize', 'endtrans', 'raw']],
    ['<p>plain', undefined],
    ['{{done}} plain', undefined],
  ])('in Mustache: %s', (before, expected) => expect(labels(before, mustache)).toEqual(expected));

  it('in Jinja: names, filters and snippets', () => {
    expect(labels('{{ us', jinja)).toContain('user.name');
    expect(labels('{% if to', jinja)).toContain('total');
    expect(labels('{% for x in it', jinja)).toContain('items');
    expect(labels('{{ total|mo', jinja)).toContain('money');
    expect(labels('{% include "f', jinja)).toEqual(['footer', 'legal note']);
    expect(labels('text', jinja)).toBeUndefined();
  });

  it('replace the typed part of the name', () => {
    expect(completionsAfter('a {{user.na', mustache)?.from).toBe('a {{'.length);
  });

  it('offer the open sections, innermost first', () => {
    expect(sections('{{#a}}{{^b}}{{/b}}{{#c}}')).toEqual(['c', 'a']);
  });
});
