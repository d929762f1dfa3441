import { toCause, failureFilter } from './queries.js';

it.each([
  [{ esp_account: 'esp_1', status: 'bounced', code: '550' }, true],
  [{ esp_account: 'esp_1', status: 'sent', code: '550' }, false],
  [{ esp_account: 'esp_1', status: 'dropped' }, false],
  [{}, false],
])('search parameters %j identify a cause: %s', (search, names) => {
  expect(toCause(failureFilter(search)) !== undefined).toBe(names);
});
