import { element } from './elements.js';

/**
 * @param {number} count
 * @param {string} one
 */
export const plural = (count, one) => `${count.toLocaleString()} ${one}${count === 1 ? '' : 's'}`;

/** @param {number} size */
export function bytes(size) {
  if (size < 1024) return `${size} B`;
  if (size < 1024 * 1024) return `${(size / 1024).toFixed(size < 10240 ? 1 : 0)} KB`;
  return `${(size / 1024 / 1024).toFixed(1)} MB`;
}

/** @param {string} iso */
export function shortTime(iso) {
  const time = new Date(iso);
  const age = (Date.now() - time.getTime()) / 1000;
  if (age < 45) return 'now';
  if (age < 3600) return `${Math.max(1, Math.round(age / 60))} min`;
  if (time.toDateString() === new Date().toDateString())
    return time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return time.toLocaleDateString([], { day: 'numeric', month: 'short' });
}

/** @param {import('../mailpit-api.js').MailAddress} address */
export const person = (address) => address.Name || address.Address || 'no sender';

/** @param {import('../mailpit-api.js').MailAddress[]} addresses */
export const addressNodes = (addresses) =>
  addresses.flatMap(({ Name, Address }, index) => [
    ...(index > 0 ? [', '] : []),
    ...(Name ? [`${Name} `, element('span', { textContent: `<${Address}>` })] : [Address]),
  ]);
