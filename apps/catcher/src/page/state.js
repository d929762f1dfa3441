export const pageSize = 50;

/** @typedef {'html' | 'text' | 'headers' | 'source' | 'attachments'} Tab */

/** The state of the page. If the open mail does not have the `wantedTab`, `tab` is another one. */
export const state = {
  /** @type {import('../mailpit-api.js').MessageSummary[]} */
  mails: [],
  matching: 0,
  total: 0,
  unread: 0,
  limit: pageSize,
  query: '',
  openId: '',
  /** @type {import('../mailpit-api.js').Message | null} */
  message: null,
  /** @type {Tab} */
  wantedTab: 'html',
  /** @type {Tab} */
  tab: 'html',
  /** @type {'desktop' | 'mobile'} */
  width: 'desktop',
  loaded: false,
};

/** @param {string} path */
export const api = (path) => `/api/v1/${path}`;

/** @param {string} id */
export const messagePath = (id) => api(`message/${encodeURIComponent(id)}`);

/** @param {string} path */
export async function get(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${response.status} from ${path}`);
  return response;
}
