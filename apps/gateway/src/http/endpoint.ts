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
import { okAnswer } from '@postrider/contracts';
import type { Caller, Right } from './caller.js';
import type { ApiRequest } from './api-request.js';
import { contextOf, requestOf } from './api-request.js';
import type { EndpointDetails, EndpointMetadata } from './endpoint-metadata.js';
import { ENDPOINT, ordinaryBody } from './endpoint-metadata.js';
import type { Observable } from 'rxjs';
import { from, lastValueFrom } from 'rxjs';

/** Where it is written down who changed what. */
export abstract class ChangeLog {
  /** Runs the change, whose answer it answers. */
  abstract around(request: ApiRequest, change: () => Promise<unknown>): Promise<unknown>;
}

/** Stands around operations that change what an account has set up, and around no others: `Endpoint` says which. */
@Injectable()
class RecordedChange implements NestInterceptor {
  constructor(private readonly changes: ChangeLog) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return from(this.changes.around(requestOf(context), () => lastValueFrom(next.handle())));
  }
}

/** The two fields of docs/guides/conventions.md#success-answers around whatever else is answered. */
export const success = <Fields extends object>(fields: Fields): typeof okAnswer & Fields => ({
  ...okAnswer,
  ...fields,
});

/**
 * One operation of the API: always answered 200 (docs/guides/conventions.md#success-answers), and open to keys with the scope, or to
 * all where it is null. What needs megabytes says so.
 */
export const Endpoint = (
  method: EndpointMetadata['method'],
  path: string | string[],
  scope: Right | null,
  answer: EndpointMetadata['answer'],
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
      answer,
    } satisfies EndpointMetadata),
    ...(method !== 'GET' && (scope === 'manage' || scope === 'administer') ? [UseInterceptors(RecordedChange)] : []),
  );

/** The parameter that is passed on to every service: whose data, which request, until when. */
export const CurrentContext = createParamDecorator((_data: unknown, context: ExecutionContext): RequestContext =>
  contextOf(requestOf(context)),
);

/** The key's rights and kind. */
export const CurrentCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Caller => requestOf(context).caller,
);
