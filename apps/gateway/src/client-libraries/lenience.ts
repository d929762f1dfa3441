import type { ArrivingRequest } from '../http/api-request.js';
import { isClientLibrary } from '../http/api-request.js';
import type { NextFunction, Response } from 'express';
import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import {
  ServiceError,
  addLocale,
  addLocaleBody,
  createTemplate,
  createTemplateBody,
  customerBody,
  updateVersionBody,
  upsertCustomer,
  versionBody,
  versionContent,
} from '@postrider/contracts';
import { z } from 'zod';

/** Addresses the libraries know things by, and ours. */
const addresses: readonly [RegExp, string][] = [
  [/^\/api\/v1_0(?=[/?]|$)/i, '/api/v1'],
  [/^\/api\/v1_numeric(?=[/?]|$)/i, '/api/v1'],
  [/^\/api\/v1\/emails(?=[/?]|$)/i, '/api/v1/templates'],
  [/^\/api\/v1\/drips\/(?:deactivate|unsubscribe)(?=[/?]|$)/i, '/api/v1/drip_campaigns/deactivate'],
];

/** The address under which we know what is asked for. */
export const canonicalPath = (url: string): string =>
  addresses.reduce((address, [theirs, ours]) => address.replace(theirs, ours), url);

/** Turns a library's address and its way of sending the key into ours; anybody may use them. Of two keys either may be the one that exists. */
export function rewritePath(request: ArrivingRequest, _response: Response, next: NextFunction): void {
  // For callers that can set an address, but no header.
  if (/^\/api\/v1_numeric(?=[/?]|$)/i.test(request.url)) request.headers['x-numeric-delays'] = '1';
  request.url = canonicalPath(request.url);
  const key = request.headers['x-swu-api-key'];
  if (typeof key === 'string' && key !== '') {
    if (request.headers.authorization) request.otherKey = key;
    else request.headers.authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  }
  next();
}

export type Body = Record<string, unknown>;

/** Bodies that came from a library: what others are refused for may pass. */
const lenientBodies = new WeakSet<object>();
const isLenient = (body: unknown): boolean => typeof body === 'object' && body !== null && lenientBodies.has(body);

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

const roots: Partial<Record<ArgumentMetadata['type'], string>> = { param: 'path', query: 'query' };

/** Checks what a route declares with `{ schema }`; the 400 names every field as the caller wrote it. */
@Injectable()
class ContractPipe implements PipeTransform {
  transform(value: unknown, { schema, type }: ArgumentMetadata): unknown {
    if (!(schema instanceof z.ZodType)) return value;
    const checked = schema.safeParse(value);
    if (checked.success) return checked.data;
    throw ServiceError.invalid(checked.error, roots[type] ?? 'body');
  }
}

/** What others must keep to, and what is enough of a library: templates without html and text, nested values in customer data. */
const enough = new Map<unknown, ArgumentMetadata['schema']>([
  [createTemplateBody, createTemplate.request],
  [addLocaleBody, addLocale.request.omit({ template_id: true })],
  [versionBody, versionContent],
  [
    updateVersionBody,
    versionContent.extend({ publish: updateVersionBody.shape.publish, replaces: updateVersionBody.shape.replaces }),
  ],
  [customerBody, upsertCustomer.request],
]);

@Injectable()
export class LenientPipe extends ContractPipe {
  override transform(value: unknown, metadata: ArgumentMetadata): unknown {
    const schema = isLenient(value) ? enough.get(metadata.schema) : undefined;
    return super.transform(value, schema ? { ...metadata, schema } : metadata);
  }
}
