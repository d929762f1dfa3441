import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { from, lastValueFrom } from 'rxjs';
import type { ApiRequest } from './api-request.js';
import { requestOf } from './api-request.js';

/** Where it is written down who changed what. */
export abstract class ChangeLog {
  /** Runs the change, whose answer it answers. */
  abstract around(request: ApiRequest, change: () => Promise<unknown>): Promise<unknown>;
}

/** Stands around operations that change what an account has set up, and around no others: `Endpoint` says which. */
@Injectable()
export class RecordedChange implements NestInterceptor {
  constructor(private readonly changes: ChangeLog) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return from(this.changes.around(requestOf(context), () => lastValueFrom(next.handle())));
  }
}
