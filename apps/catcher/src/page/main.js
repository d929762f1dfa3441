import { page } from './elements.js';
import { plural, shortTime } from './format.js';
import { chooseTab, chooseWidth, closeMail, openMail, refresh, remove, removeOpen, step, tabButtons } from './mail.js';
import { pageSize, state } from './state.js';

const searchDebounceMs = 150;
const changeDebounceMs = 80;

/** @param {Event} event */
const findButton = ({ target }) => (target instanceof Element ? target.closest('button') : null);

/** @type {number | undefined} */
let typing;
page.search.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(() => {
    state.query = page.search.value.trim();
    state.limit = pageSize;
    void refresh();
  }, searchDebounceMs);
});
page.list.addEventListener('click', (event) => {
  const id = findButton(event)?.dataset['id'];
  if (id) void openMail(id);
});
page.more.addEventListener('click', () => {
  state.limit += pageSize;
  void refresh();
});
page.back.addEventListener('click', closeMail);
page.delete.addEventListener('click', () => void removeOpen());
page.widths.addEventListener('click', (event) => {
  const button = findButton(event);
  if (button) chooseWidth(button.dataset['width']);
});

page.tabs.addEventListener('click', (event) => chooseTab(findButton(event)?.dataset['tab']));
page.tabs.addEventListener('keydown', (event) => {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (by === 0) return;
  const enabled = tabButtons().filter((button) => !button.disabled);
  const at = enabled.findIndex((button) => button.dataset['tab'] === state.tab);
  const next = enabled[(at + by + enabled.length) % enabled.length];
  chooseTab(next?.dataset['tab']);
  next?.focus();
  event.preventDefault();
});

page.deleteAll.addEventListener('click', () => {
  const mails = state.total === 1 ? 'the one email' : `all ${plural(state.total, 'email')}`;
  page.confirmText.textContent = `Delete ${mails} in the catcher?`;
  page.confirm.showModal();
});
page.confirmNo.addEventListener('click', () => page.confirm.close());
page.confirmYes.addEventListener('click', () => {
  page.confirm.close();
  closeMail();
  void remove([]);
});

page.copy.addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText(page.firstSend.textContent);
    page.copy.textContent = 'Copied';
  } catch {
    getSelection()?.selectAllChildren(page.firstSend);
  }
  setTimeout(() => {
    page.copy.textContent = 'Copy';
  }, 1500);
});

/** @type {Record<string, () => void>} */
const shortcuts = {
  '/': () => page.search.focus(),
  j: () => step(1),
  k: () => step(-1),
  ArrowDown: () => step(1),
  ArrowUp: () => step(-1),
  Escape: closeMail,
  Delete: () => void removeOpen(),
  '#': () => void removeOpen(),
  m: () => chooseWidth(state.width === 'mobile' ? 'desktop' : 'mobile'),
  1: () => chooseTab('html'),
  2: () => chooseTab('text'),
  3: () => chooseTab('headers'),
  4: () => chooseTab('source'),
  5: () => chooseTab('attachments'),
};

/** @param {KeyboardEvent} event */
function searchKey(event) {
  if (event.key === 'Escape') {
    page.search.value = '';
    page.search.dispatchEvent(new Event('input'));
    page.search.blur();
  }
  if (event.key === 'ArrowDown' || event.key === 'Enter') {
    step(0);
    event.preventDefault();
  }
}

document.addEventListener('keydown', (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey || page.confirm.open) return;
  if (event.target === page.search) {
    searchKey(event);
    return;
  }
  // These keys scroll the panel.
  if (event.target === page.panel && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) return;
  const action = Object.hasOwn(shortcuts, event.key) ? shortcuts[event.key] : undefined;
  if (action) {
    action();
    event.preventDefault();
  }
});

const idInAddress = () => location.hash.slice(1);
const openAddressed = () => {
  if (idInAddress()) void openMail(idInAddress());
};
window.addEventListener('hashchange', openAddressed);
setInterval(() => {
  for (const time of page.list.querySelectorAll('time')) time.textContent = shortTime(time.dateTime);
}, 30_000);

/** @type {number | undefined} */
let changed;
const events = new EventSource('/events');
/** @param {boolean} on */
const setLive = (on) => {
  page.live.classList.toggle('on', on);
  page.liveText.textContent = on ? 'live' : 'reconnecting';
};
events.addEventListener('open', () => {
  setLive(true);
  void refresh();
});
events.addEventListener('error', () => setLive(false));
events.addEventListener('change', () => {
  changed ??= setTimeout(() => {
    changed = undefined;
    void refresh();
  }, changeDebounceMs);
});
void refresh().then(openAddressed);
