import { ServiceError } from '@postrider/contracts';

/** What a body may hold (docs/limits.md#requests). */
export const maxDepth = 100;
export const maxValues = 100_000;
/** Of one object: they are sorted without a pause. */
export const maxNames = 10_000;
/** Characters of one number. */
export const maxNumberLength = 1_000;

export const tooManyValues = (): ServiceError =>
  new ServiceError('invalid_request', `Invalid request: the body holds more than ${maxValues} values`);

export const tooDeep = (field: string): ServiceError =>
  ServiceError.invalidFields([{ field, message: `must not be nested deeper than ${maxDepth} levels` }]);

export const tooManyNames = (path: readonly string[]): ServiceError =>
  ServiceError.invalidFields([
    { field: path.join('.') || 'body', message: `must not have more than ${maxNames} names` },
  ]);

const halfSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** What a service can store: text without NUL and half surrogate pairs. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !halfSurrogate.test(text);

export const notStorable = (path: readonly string[]): ServiceError =>
  ServiceError.invalidFields([
    { field: path.join('.') || 'body', message: 'must be text without NUL characters and half surrogate pairs' },
  ]);
