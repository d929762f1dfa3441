/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
const byId = (id, type) => {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new TypeError(`The page has no ${type.name} "${id}"`);
  return found;
};

/** The elements of index.html that the script changes. */
export const page = {
  search: byId('search', HTMLInputElement),
  live: byId('live', HTMLElement),
  liveText: byId('live-text', HTMLElement),
  deleteAll: byId('delete-all', HTMLButtonElement),
  main: byId('main', HTMLElement),
  count: byId('count', HTMLElement),
  list: byId('list', HTMLUListElement),
  more: byId('more', HTMLButtonElement),
  mail: byId('mail', HTMLElement),
  back: byId('back', HTMLButtonElement),
  subject: byId('subject', HTMLHeadingElement),
  download: byId('download', HTMLAnchorElement),
  delete: byId('delete', HTMLButtonElement),
  envelope: byId('envelope', HTMLElement),
  tabs: byId('tabs', HTMLElement),
  attachmentCount: byId('attachment-count', HTMLElement),
  widths: byId('widths', HTMLElement),
  panel: byId('panel', HTMLElement),
  nothingOpen: byId('nothing-open', HTMLElement),
  empty: byId('empty', HTMLElement),
  firstSend: byId('first-send', HTMLElement),
  copy: byId('copy', HTMLButtonElement),
  confirm: byId('confirm', HTMLDialogElement),
  confirmText: byId('confirm-text', HTMLElement),
  confirmNo: byId('confirm-no', HTMLButtonElement),
  confirmYes: byId('confirm-yes', HTMLButtonElement),
};

/**
 * Content of mails is set with `textContent` and with properties that cannot execute anything.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Partial<HTMLElementTagNameMap[Name]>} properties
 * @param {...(Node | string | null)} children
 */
export function element(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children.filter((child) => child !== null));
  return node;
}
