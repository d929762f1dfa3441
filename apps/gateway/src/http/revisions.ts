import type { ExecutionContext } from '@nestjs/common';
import { createParamDecorator } from '@nestjs/common';
import { ServiceError } from '@postrider/contracts';
import type { Response } from 'express';
import { requestOf } from './api-request.js';

/** What a change is a change of; absent where the caller does not say. */
export interface Expectation {
  readonly expected?: string[];
}

/** See docs/operate/limits.md#requests. */
const maxTags = 100;
/** One of a list (RFC 9110, section 8.8.3), with the commas before it. */
const entityTag = /[\t ,]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[\t ]*(?=,|$)/y;
const noMore = /[\t ,]*$/y;

/** The revisions of the header `If-Match` (docs/guides/conflicts.md). */
export const IfMatch = createParamDecorator((_data: unknown, context: ExecutionContext): Expectation =>
  expectationOf(requestOf(context).headers['if-match']),
);

/**
 * `*` is true of whatever there is. Weak tags are compared with nothing: they do not say that the resource is the same.
 * @throws ServiceError `invalid_request`
 */
export function expectationOf(ifMatch: string | undefined): Expectation {
  if (ifMatch === undefined || ifMatch.trim() === '*') return {};
  const expected = new Set<string>();
  let at = 0;
  for (let read = 0; ; read++) {
    entityTag.lastIndex = at;
    const tag = entityTag.exec(ifMatch);
    noMore.lastIndex = at;
    if (!tag && read > 0 && noMore.test(ifMatch)) return { expected: [...expected] };
    if (!tag) throw refused('must be * or entity tags in quotes, with commas between them');
    if (read === maxTags) throw refused(`must hold at most ${maxTags} entity tags`);
    if (tag[1] === undefined) expected.add(tag[2]!);
    at = entityTag.lastIndex;
  }
}

const refused = (message: string): ServiceError => ServiceError.invalidFields([{ field: 'If-Match', message }]);

/** What a service answered as the API shows it: the revision in `ETag`. Express answers 304 to whoever has it already. */
export function tagged<Resource extends { readonly revision?: string | undefined }>(
  response: Response,
  { revision, ...resource }: Resource,
): Omit<Resource, 'revision'> {
  if (revision !== undefined) response.setHeader('ETag', `"${revision}"`);
  // `fetch` adds `no-cache` to every If-None-Match, which means caches on the way. Express would compare nothing for it.
  delete response.req.headers['cache-control'];
  return resource;
}
