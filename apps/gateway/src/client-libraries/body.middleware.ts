import type { NextFunction, Response } from 'express';
import type { ArrivingRequest } from '../http/api-request.js';
import { isClientLibrary } from './client-library.js';

type Body = Record<string, unknown>;
type Names = Readonly<Record<string, string>>;

const ofSending: Names = {
  email_id: 'template',
  template_id: 'template',
  email_data: 'template_data',
  email_version_name: 'version_name',
};

/** Where a field goes by another name too: theirs to ours. Accepted from everybody, because some libraries do not say who they are. */
const aliases: readonly [RegExp, Names][] = [
  [/^\/api\/v1\/(?:send|render)\/?$/i, ofSending],
  [/^\/api\/v1\/templates\/[^/]+\/locales\/?$/i, { version_name: 'name' }],
  [/^\/api\/v1\/drip_campaigns\/[^/]+\/activate\/?$/i, { recipient_address: 'recipient' }],
  [/^\/api\/v1\/drip_campaigns\/(?:[^/]+\/)?deactivate\/?$/i, { email_address: 'recipient_address' }],
];

/** By which of their names the caller of a request called our fields: so that an error can call them the same. */
const usedNames = new WeakMap<object, Map<string, string>>();

/** Bodies that came from a library: what others are refused for may pass. */
const lenientBodies = new WeakSet<object>();
export const isLenient = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && lenientBodies.has(body);

/** Turns a library's body into ours. */
export function rewriteBody(request: ArrivingRequest, _response: Response, next: NextFunction): void {
  toOurBody(request);
  next();
}

function toOurBody(request: ArrivingRequest): void {
  const fromLibrary = isClientLibrary(request.headers);
  if (fromLibrary && request.body === null) request.body = {};
  if (!isObject(request.body) || Buffer.isBuffer(request.body)) return;
  const { body } = request;
  if (fromLibrary) beLenient(body, request.path);
  const names = aliases.find(([path]) => path.test(request.path))?.[1];
  if (names) rename(request, body, names);
}

function rename(request: ArrivingRequest, body: Body, names: Names): void {
  for (const [theirs, ours] of Object.entries(names)) {
    if (body[theirs] === undefined || isGiven(body[ours])) continue;
    const value = body[theirs];
    body[ours] = ours === 'recipient' && typeof value === 'string' ? { address: value } : value;
    const used = usedNames.get(request) ?? new Map<string, string>();
    usedNames.set(request, used.set(ours === 'recipient' ? 'recipient.address' : ours, theirs));
  }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** A field at fault as the caller wrote it. */
export function fieldAsWritten(request: ArrivingRequest, field: string): string {
  for (const [ours, theirs] of usedNames.get(request) ?? []) {
    if (field === ours) return theirs;
    if (field.startsWith(`${ours}.`)) return theirs + field.slice(ours.length);
  }
  return field;
}

function beLenient(body: Body, path: string): void {
  lenientBodies.add(body);
  // PHP has one kind of array, so its empty object is [].
  for (const name of ['template_data', 'email_data', 'data', 'headers'])
    if (Array.isArray(body[name]) && body[name].length === 0) body[name] = {};
  if (/^\/api\/v1\/render\/?$/i.test(path) && !isGiven(body['template_data']) && !isGiven(body['email_data']))
    body['template_data'] = {};
  if (body['amp_html'] !== undefined && typeof body['amp_html'] !== 'string') delete body['amp_html'];
  if (isObject(body['headers']))
    body['headers'] = Object.fromEntries(
      Object.entries(body['headers']).map(([name, value]) => [name, isObject(value) ? JSON.stringify(value) : value]),
    );
  if (isObject(body['sender'])) body['sender'] = wholeSender(body['sender']);
}

/** A sender of an address alone answers to that address and has no name. */
function wholeSender(sender: Body): Body {
  const { address, reply_to, name } = sender;
  if (!isGiven(address) || address === '') return sender;
  return { ...sender, reply_to: isGiven(reply_to) && reply_to !== '' ? reply_to : address, name: name ?? '' };
}

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
