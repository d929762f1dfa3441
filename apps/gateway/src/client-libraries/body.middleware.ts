import type { IncomingApiRequest, Middleware } from '../http/api-request.js';
import { isClientLibrary } from '../http/api-request.js';
import { parseJson } from '../http/json-body.js';
import type { Body } from './lenience.js';
import { beLenient, isSet, isObject, isOfLibrary } from './lenience.js';
import { poArchive } from './po-archive.js';

/** Libraries use a path or a number as the id of an attachment. The name becomes the last segment of the path. */
function nameAttachments({ inline, files }: Body): void {
  for (const attachment of [inline, ...(Array.isArray(files) ? (files as unknown[]) : [])])
    if (isObject(attachment)) attachment['id'] = attachmentName(attachment['id']);
}

function attachmentName(id: unknown): unknown {
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' ? id.slice(Math.max(id.lastIndexOf('/'), id.lastIndexOf('\\')) + 1) : id;
}

type Names = Readonly<Record<string, string>>;

const sendAliases: Names = {
  email_id: 'template',
  template_id: 'template',
  email_data: 'template_data',
  email_version_name: 'version_name',
};

/** Fields that libraries name differently: their name to ours. Accepted from all callers. */
const aliases: readonly [RegExp, Names][] = [
  [/^\/api\/v1\/(?:send|render)\/?$/i, sendAliases],
  [/^\/api\/v1\/templates\/[^/]+\/locales\/?$/i, { version_name: 'name' }],
  [/^\/api\/v1\/drip_campaigns\/[^/]+\/activate\/?$/i, { recipient_address: 'recipient' }],
  [/^\/api\/v1\/drip_campaigns\/(?:[^/]+\/)?deactivate\/?$/i, { email_address: 'recipient_address' }],
];

/** The aliases that each request used, so that errors can name the fields as the caller wrote them. */
const usedNames = new WeakMap<object, Map<string, string>>();

const sendPath = /^\/api\/v1\/send\/?$/i;
const poPath = /^\/api\/v1\/i18n\/po\/[^/]+\/?$/i;

/** Converts the body of a client library to ours. */
export const rewriteBody: Middleware = (request, _response, next) => {
  const packing = poPath.test(request.path) && isClientLibrary(request.headers) ? packPo(request) : undefined;
  if (packing) return packing.then(() => next());
  convertBody(request);
  return next();
};

function convertBody(request: IncomingApiRequest): void {
  if (request.body === null && isClientLibrary(request.headers)) request.body = {};
  const { body, path } = request;
  if (!isObject(body)) return;
  if (isOfLibrary(request, body)) beLenient(body, path);
  if (sendPath.test(path)) nameAttachments(body);
  const names = aliases.find(([address]) => address.test(path))?.[1];
  if (names) rename(request, body, names);
}

/** Packs a JSON body with one .po file into an archive. In a batch the body is parsed already. */
async function packPo(request: IncomingApiRequest): Promise<void> {
  const { body } = request;
  const parsed =
    Buffer.isBuffer(body) && /^\s*\{/.test(body.toString('latin1', 0, 1024))
      ? await parseJson(request.caller!.accountId, body)
      : body;
  if (isObject(parsed)) request.body = poArchive(parsed);
}

function rename(request: IncomingApiRequest, body: Body, names: Names): void {
  for (const [theirs, ours] of Object.entries(names)) {
    if (body[theirs] === undefined || isSet(body[ours])) continue;
    const value = body[theirs];
    body[ours] = ours === 'recipient' && typeof value === 'string' ? { address: value } : value;
    const used = usedNames.get(request) ?? new Map<string, string>();
    usedNames.set(request, used.set(ours === 'recipient' ? 'recipient.address' : ours, theirs));
  }
}

/** The name that the caller used for a field. */
export function fieldAsWritten(request: IncomingApiRequest, field: string): string {
  for (const [ours, theirs] of usedNames.get(request) ?? []) {
    if (field === ours) return theirs;
    if (field.startsWith(`${ours}.`)) return theirs + field.slice(ours.length);
  }
  return field;
}
