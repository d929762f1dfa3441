import { element, page } from './elements.js';
import { person, plural, shortTime } from './format.js';
import { api, get, state } from './state.js';

/** Only the response to the latest request is shown. */
let latestRequest = 0;

/** Keeps the list while the catcher is not reachable. */
export async function loadList() {
  latestRequest += 1;
  const request = latestRequest;
  const path = state.query ? `search?query=${encodeURIComponent(state.query)}&` : 'messages?';
  /** @type {import('../mailpit-api.js').MessagesPage} */
  let found;
  try {
    found = await (await get(api(`${path}limit=${state.limit}`))).json();
  } catch {
    return;
  }
  if (request !== latestRequest) return;
  Object.assign(state, {
    mails: found.messages,
    matching: found.messages_count,
    total: found.total,
    unread: found.unread,
    loaded: true,
  });
  showList();
}

function countText() {
  if (state.query) return state.matching ? `${plural(state.matching, 'email')} found` : 'No emails match';
  return plural(state.total, 'email') + (state.unread ? `, ${state.unread.toLocaleString()} unread` : '');
}

function showList() {
  const empty = state.loaded && state.total === 0;
  page.main.classList.toggle('is-empty', empty);
  page.empty.hidden = !empty;
  page.nothingOpen.hidden = empty || state.openId !== '';
  page.deleteAll.hidden = state.total === 0;
  page.more.hidden = state.mails.length >= state.matching;
  page.count.textContent = countText();
  document.title = `${state.unread ? `(${state.unread}) ` : ''}Mail catcher`;
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['id'] : undefined;
  page.list.replaceChildren(...state.mails.map(listItem));
  if (focused) findRow(focused)?.focus({ preventScroll: true });
}

/** @param {import('../mailpit-api.js').MessageSummary} mail */
function listItem(mail) {
  const to = [...mail.To, ...mail.Cc, ...mail.Bcc].map(({ Address }) => Address).join(', ');
  const time = new Date(mail.Created).toLocaleString();
  const row = element(
    'button',
    { type: 'button', className: `row${mail.Read ? '' : ' unread'}` },
    element(
      'span',
      { className: 'row-top' },
      element(
        'span',
        { className: 'row-from' },
        element('b', { textContent: person(mail.From) }),
        ` to ${to || 'no recipient'}`,
      ),
      mail.Attachments ? element('span', { className: 'clip', textContent: plural(mail.Attachments, 'file') }) : null,
      element('time', {
        className: 'row-time',
        textContent: shortTime(mail.Created),
        dateTime: mail.Created,
        title: time,
      }),
    ),
    element('div', { className: 'row-subject', textContent: mail.Subject || '(no subject)' }),
    mail.Snippet ? element('div', { className: 'row-snippet', textContent: mail.Snippet }) : null,
  );
  row.dataset['id'] = mail.ID;
  if (mail.ID === state.openId) row.setAttribute('aria-current', 'true');
  return element('li', {}, row);
}

/**
 * @param {string} id
 * @returns {HTMLElement | null}
 */
export const findRow = (id) => page.list.querySelector(`[data-id="${CSS.escape(id)}"]`);

export function markCurrent() {
  for (const row of page.list.querySelectorAll('.row')) {
    if (row instanceof HTMLElement && row.dataset['id'] === state.openId) row.setAttribute('aria-current', 'true');
    else row.removeAttribute('aria-current');
  }
  findRow(state.openId)?.scrollIntoView({ block: 'nearest' });
}
