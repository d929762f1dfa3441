import { ServiceError } from '@postrider/contracts';

/** 405: the path exists, with other methods. */
export class MethodNotAllowed extends ServiceError {
  constructor(
    method: string,
    readonly allowed: readonly string[],
  ) {
    super(
      'method_not_allowed',
      `${method} is not possible here; ${allowed.join(', ')} ${allowed.length === 1 ? 'is' : 'are'}`,
    );
  }
}
