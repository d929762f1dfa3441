import { element, page } from './elements.js';
import { bytes } from './format.js';
import { get, messagePath, state } from './state.js';

/** @typedef {import('../mailpit-api.js').Message} Message */

const sourceLimit = 1024 * 1024;

/** @param {Message} message */
export const getFiles = ({ Attachments, Inline }) => [...Attachments, ...Inline];

/** @param {...(Node | null)} children */
const sheet = (...children) => page.panel.replaceChildren(element('div', { className: 'sheet' }, ...children));

/**
 * Whether this message and tab are still shown after a request.
 *
 * @param {Message} message
 * @param {import('./state.js').Tab} tab
 */
const isShown = (message, tab) => state.openId === message.ID && state.tab === tab;

/**
 * Renders the tabs of the open mail. Its HTML is only shown by /view/{id}.html, in a frame without scripts and with its
 * own origin.
 *
 * @type {Record<import('./state.js').Tab, (message: Message) => void | Promise<void>>}
 */
export const views = {
  html({ ID }) {
    const frame = element('iframe', { title: 'HTML of the email', referrerPolicy: 'no-referrer' });
    frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
    frame.src = `/view/${encodeURIComponent(ID)}.html`;
    page.panel.replaceChildren(element('div', { className: `frame-holder ${state.width}` }, frame));
  },
  text({ Text, HTML }) {
    if (Text) sheet(element('pre', { className: 'text', textContent: Text }));
    else {
      const textContent = HTML
        ? 'This email has no text part. Some spam filters and text-only mail clients need one.'
        : 'This email has no body.';
      sheet(element('p', { className: 'note', textContent }));
    }
  },
  async headers(message) {
    /** @type {import('../mailpit-api.js').MessageHeaders} */
    const headers = await (await get(`${messagePath(message.ID)}/headers`)).json();
    if (!isShown(message, 'headers')) return;
    const rows = Object.entries(headers).flatMap(([name, values]) =>
      values.map((value) =>
        element('tr', {}, element('th', { scope: 'row', textContent: name }), element('td', { textContent: value })),
      ),
    );
    sheet(element('table', {}, element('tbody', {}, ...rows)));
  },
  async source(message) {
    const text = await readBeginning(await get(`${messagePath(message.ID)}/raw`));
    if (!isShown(message, 'source')) return;
    const note = `The first megabyte of ${bytes(message.Size)}. Download the .eml file for the rest.`;
    sheet(
      text.length > sourceLimit ? element('p', { className: 'note', textContent: note }) : null,
      element('pre', { textContent: text.slice(0, sourceLimit) }),
    );
  },
  attachments(message) {
    const inline = new Set(message.Inline);
    const files = getFiles(message).map((file) => fileItem(message, file, inline.has(file)));
    sheet(element('ul', { className: 'files' }, ...files));
  },
};

/**
 * Reads only the shown part of a large mail.
 *
 * @param {Response} response
 */
async function readBeginning({ body }) {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (text.length <= sourceLimit) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  void reader.cancel();
  return text;
}

/**
 * @param {Message} message
 * @param {import('../mailpit-api.js').MessagePart} file
 * @param {boolean} isInline
 */
function fileItem(message, file, isInline) {
  const name = file.FileName || (isInline ? file.ContentID : '') || `part ${file.PartID}`;
  const [, extension] = /\.([a-z0-9]{1,4})$/i.exec(name) ?? [];
  const kind = extension ?? file.ContentType.split('/').at(-1)?.slice(0, 4) ?? '';
  const href = `${messagePath(message.ID)}/part/${encodeURIComponent(file.PartID)}`;
  const about = `${file.ContentType} · ${bytes(file.Size)}${isInline ? ' · inline' : ''}`;
  return element(
    'li',
    {},
    element(
      'a',
      { href, download: name },
      element('span', { className: 'kind', textContent: kind }),
      element('span', {}, element('b', { textContent: name }), element('small', { textContent: about })),
    ),
  );
}
