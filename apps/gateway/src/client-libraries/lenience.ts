import type { IncomingApiRequest } from '../http/api-request.js';
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

/** Path prefixes of the libraries, and ours. */
const prefixes: readonly [RegExp, string][] = [
  [/^\/api\/v1_0(?=[/?]|$)/i, '/api/v1'],
  [/^\/api\/v1_numeric(?=[/?]|$)/i, '/api/v1'],
  [/^\/api\/v1\/emails(?=[/?]|$)/i, '/api/v1/templates'],
  [/^\/api\/v1\/drips\/(?:deactivate|unsubscribe)(?=[/?]|$)/i, '/api/v1/drip_campaigns/deactivate'],
];

/** The URL with our path instead of a library's. */
export const canonicalPath = (url: string): string =>
  prefixes.reduce((path, [theirs, ours]) => path.replace(theirs, ours), url);

/** Accepts the paths and the key header of client libraries from all callers. With two keys, either may be valid. */
export function rewritePath(request: IncomingApiRequest, _response: Response, next: NextFunction): void {
  // For callers that can set a path but no header.
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

/** Bodies of client libraries, which are validated less strictly. */
const lenientBodies = new WeakSet<object>();
const isLenient = (body: unknown): boolean => typeof body === 'object' && body !== null && lenientBodies.has(body);

export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
export const isSet = (value: unknown): boolean => value !== undefined && value !== null;

/** Field names that only libraries use. They identify libraries that send no header of their own. */
const libraryNames = ['email_id', 'template_id', 'email_data'];

/** Whether the body comes from a library, by the headers or the field names. */
export const isOfLibrary = ({ headers }: IncomingApiRequest, body: unknown): boolean =>
  isClientLibrary(headers) || (isObject(body) && libraryNames.some((name) => body[name] !== undefined));

/** Converts what only libraries may send to what all callers may send. */
export function beLenient(body: Body, path: string): void {
  lenientBodies.add(body);
  // PHP encodes an empty object as [].
  for (const name of ['template_data', 'email_data', 'data', 'headers']) if (isEmptyList(body[name])) body[name] = {};
  for (const name of ['recipient', 'sender', 'inline']) if (isEmptyList(body[name])) delete body[name];
  if (/^\/api\/v1\/render\/?$/i.test(path) && !isSet(body['template_data']) && !isSet(body['email_data']))
    body['template_data'] = {};
  if (body['amp_html'] !== undefined && typeof body['amp_html'] !== 'string') delete body['amp_html'];
  if (isObject(body['headers'])) body['headers'] = headersAsText(body['headers']);
  if (isObject(body['sender'])) body['sender'] = wholeSender(body['sender']);
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Objects become JSON, numbers and booleans become text; null values are omitted. */
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

/** Fills in the reply-to address and an empty name for a sender with only an address. */
function wholeSender(sender: Body): Body {
  const { address, reply_to, name } = sender;
  if (!isSet(address) || address === '') return sender;
  return { ...sender, reply_to: isSet(reply_to) && reply_to !== '' ? reply_to : address, name: name ?? '' };
}

const roots: Partial<Record<ArgumentMetadata['type'], string>> = { param: 'path', query: 'query' };

/** Validates parameters against their `{ schema }`. The 400 response names each invalid field. */
@Injectable()
class ContractPipe implements PipeTransform {
  transform(value: unknown, { schema, type }: ArgumentMetadata): unknown {
    if (!(schema instanceof z.ZodType)) return value;
    const checked = schema.safeParse(value);
    if (checked.success) return checked.data;
    throw ServiceError.invalid(checked.error, roots[type] ?? 'body');
  }
}

/** The strict schemas, and the ones for libraries: without html and text, and with nested customer data. */
const lenientSchemas = new Map<unknown, ArgumentMetadata['schema']>([
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
    const schema = isLenient(value) ? lenientSchemas.get(metadata.schema) : undefined;
    return super.transform(value, schema ? { ...metadata, schema } : metadata);
  }
}
