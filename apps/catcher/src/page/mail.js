import { element, page } from './elements.js';
import { addressNodes, bytes } from './format.js';
import { loadList, markCurrent, findRow } from './list.js';
import { api, get, messagePath, state } from './state.js';
import { getFiles, views } from './views.js';

/** @param {string} id */
export async function openMail(id) {
  if (id === state.openId) return;
  state.openId = id;
  if (location.hash !== `#${id}`) history.replaceState(null, '', `#${id}`);
  markCurrent();
  /** @type {import('../mailpit-api.js').Message} */
  let message;
  try {
    message = await (await get(messagePath(id))).json();
  } catch {
    if (state.openId === id) closeMail();
    return;
  }
  if (state.openId !== id) return;
  state.message = message;
  showMail(message);
}

export function closeMail() {
  state.openId = '';
  state.message = null;
  history.replaceState(null, '', location.pathname);
  page.mail.hidden = true;
  page.main.classList.remove('is-open');
  page.nothingOpen.hidden = state.total === 0;
  markCurrent();
}

/** Reloads the list, and closes the mail when the mailbox is empty. */
export async function refresh() {
  await loadList();
  if (state.openId && state.loaded && state.total === 0) closeMail();
}

/** @param {import('../mailpit-api.js').Message} message */
function showMail(message) {
  page.mail.hidden = false;
  page.nothingOpen.hidden = true;
  page.main.classList.add('is-open');
  page.subject.textContent = message.Subject || '(no subject)';
  page.download.href = `${messagePath(message.ID)}/raw?dl=1`;
  page.envelope.replaceChildren(...envelopeLines(message));
  const files = getFiles(message).length;
  page.attachmentCount.hidden = files === 0;
  page.attachmentCount.textContent = String(files);
  showTab(message);
}

/** @param {import('../mailpit-api.js').Message} message */
function envelopeLines({ From, To, Cc, Bcc, ReplyTo, Date: sentAt, Size }) {
  const date = new Date(sentAt).toLocaleString([], { dateStyle: 'medium', timeStyle: 'medium' });
  /** @type {[string, (Node | string)[]][]} */
  const lines = [
    ['From', addressNodes([From])],
    ['To', addressNodes(To)],
    ['Cc', addressNodes(Cc)],
    ['Bcc', addressNodes(Bcc)],
    ['Reply to', ReplyTo.some(({ Address }) => Address !== From.Address) ? addressNodes(ReplyTo) : []],
    ['Date', [date, element('span', { textContent: `  ·  ${bytes(Size)}` })]],
  ];
  return lines
    .filter(([, nodes]) => nodes.length > 0)
    .flatMap(([name, nodes]) => [element('dt', { textContent: name }), element('dd', {}, ...nodes)]);
}

export const tabButtons = () => [...page.tabs.querySelectorAll('button')];

/** @param {import('../mailpit-api.js').Message} message */
function showTab(message) {
  const available = {
    html: message.HTML !== '',
    text: true,
    headers: true,
    source: true,
    attachments: getFiles(message).length > 0,
  };
  const others = /** @type {const} */ (['html', 'text']);
  state.tab = [state.wantedTab, ...others].find((tab) => available[tab]) ?? 'text';
  for (const button of tabButtons()) {
    const tab = getTab(button);
    button.setAttribute('aria-selected', String(tab === state.tab));
    button.disabled = tab === undefined || !available[tab];
    button.tabIndex = tab === state.tab ? 0 : -1;
  }
  page.widths.hidden = state.tab !== 'html';
  void views[state.tab](message);
}

/**
 * @param {HTMLButtonElement} button
 * @returns {import('./state.js').Tab | undefined}
 */
const getTab = ({ dataset: { tab } }) =>
  tab === 'html' || tab === 'text' || tab === 'headers' || tab === 'source' || tab === 'attachments' ? tab : undefined;

/** @param {string | undefined} name of a tab, which may be disabled for the open mail */
export function chooseTab(name) {
  const button = tabButtons().find((candidate) => candidate.dataset['tab'] === name);
  const tab = button && getTab(button);
  if (!state.message || !tab || button.disabled) return;
  state.wantedTab = tab;
  showTab(state.message);
}

/** @param {string | undefined} width */
export function chooseWidth(width) {
  state.width = width === 'mobile' ? 'mobile' : 'desktop';
  for (const button of page.widths.querySelectorAll('button'))
    button.setAttribute('aria-pressed', String(button.dataset['width'] === state.width));
  const holder = page.panel.querySelector('.frame-holder');
  if (holder) holder.className = `frame-holder ${state.width}`;
}

/** @param {string[]} ids empty: all mails */
export async function remove(ids) {
  await fetch(api('messages'), {
    method: 'DELETE',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ IDs: ids }),
  });
  await refresh();
}

export async function removeOpen() {
  const id = state.openId;
  if (!id) return;
  const index = state.mails.findIndex((mail) => mail.ID === id);
  const next = state.mails[index + 1] ?? state.mails[index - 1];
  if (next) void openMail(next.ID);
  else closeMail();
  await remove([id]);
}

/** @param {number} by mails to move down; 0 opens the current mail, or the first */
export function step(by) {
  const index = state.mails.findIndex((mail) => mail.ID === state.openId);
  const next = state.mails[index === -1 ? 0 : Math.min(state.mails.length - 1, Math.max(0, index + by))];
  if (!next) return;
  void openMail(next.ID);
  findRow(next.ID)?.focus();
}
