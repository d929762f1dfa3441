import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import {
  HttpCode,
  Injectable,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  UseInterceptors,
  applyDecorators,
  createParamDecorator,
} from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { okResponse } from '@postrider/contracts';
import type { Caller, Right } from './caller.js';
import type { ApiRequest } from './api-request.js';
import { toContext, getRequest } from './api-request.js';
import type { EndpointDetails, EndpointMetadata } from './endpoint-metadata.js';
import { ENDPOINT, ordinaryBody } from './endpoint-metadata.js';
import type { Observable } from 'rxjs';
import { from, lastValueFrom } from 'rxjs';

/** Records changes for the audit log. */
export abstract class ChangeLog {
  /** Runs the change and returns its response. */
  abstract around(request: ApiRequest, change: () => Promise<unknown>): Promise<unknown>;
}

/** Records operations that change the settings of an account; `Endpoint` applies it to them. */
@Injectable()
class RecordedChange implements NestInterceptor {
  constructor(private readonly changes: ChangeLog) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return from(this.changes.around(getRequest(context), () => lastValueFrom(next.handle())));
  }
}

/** Adds the two fields of docs/guides/conventions.md#success. */
export const success = <Fields extends object>(fields: Fields): typeof okResponse & Fields => ({
  ...okResponse,
  ...fields,
});

/**
 * Declares an operation of the API. Success is always 200 (docs/guides/conventions.md#success). The
 * caller needs the scope; null allows all callers.
 */
export const Endpoint = (
  method: EndpointMetadata['method'],
  path: string | string[],
  scope: Right | null,
  response: EndpointMetadata['response'],
  details: EndpointDetails,
): MethodDecorator =>
  applyDecorators(
    RequestMapping({ method: RequestMethod[method], path }),
    HttpCode(200),
    SetMetadata(ENDPOINT, {
      body: ordinaryBody,
      ...details,
      method,
      paths: [path].flat(),
      scope,
      response,
    } satisfies EndpointMetadata),
    ...(method !== 'GET' && (scope === 'manage' || scope === 'administer') ? [UseInterceptors(RecordedChange)] : []),
  );

/** The context of calls to services: account, request id and deadline. */
export const CurrentContext = createParamDecorator((_data: unknown, context: ExecutionContext): RequestContext =>
  toContext(getRequest(context)),
);

/** The authenticated caller. */
export const CurrentCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Caller => getRequest(context).caller,
);
