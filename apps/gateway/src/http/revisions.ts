import type { ExecutionContext } from '@nestjs/common';
import { createParamDecorator } from '@nestjs/common';
import { ServiceError } from '@postrider/contracts';
import type { Response } from 'express';
import { getRequest } from './api-request.js';

/** The revisions that the caller expects; absent if it expects none. */
export interface Expectation {
  readonly expected?: string[];
}

/** See docs/operate/limits.md#requests. */
const maxTags = 100;
/** An entity tag of a list (RFC 9110, section 8.8.3), with the commas before it. */
const entityTag = /[\t ,]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[\t ]*(?=,|$)/y;
const trailingSeparators = /[\t ,]*$/y;

/** The revisions in the `If-Match` header (docs/guides/conflicts.md). */
export const IfMatch = createParamDecorator((_data: unknown, context: ExecutionContext): Expectation =>
  parseIfMatch(getRequest(context).headers['if-match']),
);

/**
 * `*` matches any revision. Weak tags match none, because If-Match compares strongly (RFC 9110, section 13.1.1).
 * @throws ServiceError `invalid_request`
 */
export function parseIfMatch(ifMatch: string | undefined): Expectation {
  if (ifMatch === undefined || ifMatch.trim() === '*') return {};
  const expected = new Set<string>();
  let at = 0;
  for (let read = 0; ; read++) {
    entityTag.lastIndex = at;
    const tag = entityTag.exec(ifMatch);
    trailingSeparators.lastIndex = at;
    if (!tag && read > 0 && trailingSeparators.test(ifMatch)) return { expected: [...expected] };
    if (!tag) throw rejected('must be * or entity tags in quotes, with commas between them');
    if (read === maxTags) throw rejected(`must have at most ${maxTags} entity tags`);
    if (tag[1] === undefined) expected.add(tag[2]!);
    at = entityTag.lastIndex;
  }
}

const rejected = (message: string): ServiceError => ServiceError.invalidField('If-Match', message);

/** Moves the revision to `ETag`. Express then returns 304 to a matching If-None-Match. */
export function tagged<Resource extends { readonly revision?: string | undefined }>(
  response: Response,
  { revision, ...resource }: Resource,
): Omit<Resource, 'revision'> {
  if (revision !== undefined) response.setHeader('ETag', `"${revision}"`);
  // `fetch` adds `no-cache` to every request with If-None-Match, for which Express would skip the comparison.
  delete response.req.headers['cache-control'];
  return resource;
}
