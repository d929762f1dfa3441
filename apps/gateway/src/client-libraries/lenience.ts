import type { ArrivingRequest } from '../http/api-request.js';
import { isClientLibrary } from '../http/api-request.js';

export type Body = Record<string, unknown>;

/** Bodies that came from a library: what others are refused for may pass. */
const lenientBodies = new WeakSet<object>();
export const isLenient = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && lenientBodies.has(body);

export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Names that only libraries know: some of them do not say who they are. */
const oldNames = ['email_id', 'template_id', 'email_data'];

/** Whether a body is a library's, by what the request says or by the names it uses. */
export const isOfLibrary = ({ headers }: ArrivingRequest, body: unknown): boolean =>
  isClientLibrary(headers) || (isObject(body) && oldNames.some((name) => body[name] !== undefined));

/** Makes of what only libraries may write what everybody may. */
export function beLenient(body: Body, path: string): void {
  lenientBodies.add(body);
  // PHP has one kind of array, so its empty object is [].
  for (const name of ['template_data', 'email_data', 'data', 'headers']) if (isEmptyList(body[name])) body[name] = {};
  for (const name of ['recipient', 'sender', 'inline']) if (isEmptyList(body[name])) delete body[name];
  if (/^\/api\/v1\/render\/?$/i.test(path) && !isGiven(body['template_data']) && !isGiven(body['email_data']))
    body['template_data'] = {};
  if (body['amp_html'] !== undefined && typeof body['amp_html'] !== 'string') delete body['amp_html'];
  if (isObject(body['headers'])) body['headers'] = headersAsText(body['headers']);
  if (isObject(body['sender'])) body['sender'] = wholeSender(body['sender']);
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Objects as their JSON, numbers and booleans as text; nothing is left out. */
const headersAsText = (headers: Body): Body =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, headerText(value)]),
  );

function headerText(value: unknown): unknown {
  if (isObject(value)) return JSON.stringify(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

/** A sender of an address alone answers to that address and has no name. */
function wholeSender(sender: Body): Body {
  const { address, reply_to, name } = sender;
  if (!isGiven(address) || address === '') return sender;
  return { ...sender, reply_to: isGiven(reply_to) && reply_to !== '' ? reply_to : address, name: name ?? '' };
}
