import { toMarks, namesIn, toIssues } from './issues.js';

it('lists each variable once, list items by their list', () => {
  const data = { user: { name: 'Ada' }, items: [{ price: 1 }, { price: 2, tags: ['a'] }], paid: true };
  expect(namesIn(data)).toEqual(['items', 'items[].price', 'items[].tags', 'paid', 'user', 'user.name']);
  expect(namesIn(undefined)).toEqual([]);
});

it('shows errors and warnings by part and line', () => {
  const issues = toIssues({
    problems: [
      { part: 'html', line: 2, column: 3, message: 'html, line 2 (snippet "a", line 1): {{#b}} is never closed' },
    ],
    warnings: ['text, line 4: odd', 'preheader: not used', 'somewhere'],
  });
  expect(issues).toEqual([
    { part: 'html', line: 2, column: 3, message: '{{#b}} is never closed', severity: 'error' },
    { part: 'text', line: 4, message: 'odd', severity: 'warning' },
    { part: 'preheader', line: undefined, message: 'not used', severity: 'warning' },
    { part: undefined, line: undefined, message: 'somewhere', severity: 'warning' },
  ]);
  expect(toMarks(issues)).toMatchObject({ html: [{ line: 2 }], text: [{ line: 4 }], subject: [] });
});
