import { namesIn } from './names.js';

it('names all of the data once, items of lists by their list', () => {
  const data = { user: { name: 'Ada' }, items: [{ price: 1 }, { price: 2, tags: ['a'] }], paid: true };
  expect(namesIn(data)).toEqual(['items', 'items[].price', 'items[].tags', 'paid', 'user', 'user.name']);
  expect(namesIn(undefined)).toEqual([]);
});
