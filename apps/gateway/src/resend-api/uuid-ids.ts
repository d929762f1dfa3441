import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { hexOfId, idOfHex } from '@postrider/contracts';
import type { Observable } from 'rxjs';
import { map } from 'rxjs';
import { requestOf } from '../http/api-request.js';

/** `User-Agent` of the library for .NET, which fails to read an answer whose ids are not UUIDs. */
const readsUuids = /^resend-sdk\/\S+ dotnet\//i;
const ownId = /^[a-z]+_[0-9A-Za-z]{22}$/;
const emailUuid = /(\/emails\/|[?&]after=)([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})(?=[/?&]|$)/gi;

/** The URL with ids of logs in place of their UUIDs. */
export const withLogIds = (url: string): string =>
  url.replace(emailUuid, (_found, before: string, uuid: string) => before + idOfHex('log', uuid.replaceAll('-', '')));

/** Ids are UUIDs in base 62. */
const uuidOf = (id: string): string =>
  ownId.test(id) ? hexOfId(id).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : id;

interface Identified {
  readonly id?: string;
  readonly data?: readonly Identified[];
}

const withUuids = (answer: Identified): Identified => ({
  ...answer,
  ...(answer.id !== undefined && { id: uuidOf(answer.id) }),
  ...(answer.data && { data: answer.data.map(withUuids) }),
});

/** Gives the ids of answers to the library for .NET as UUIDs. */
@Injectable()
export class UuidIds implements NestInterceptor<Identified, Identified> {
  intercept(context: ExecutionContext, next: CallHandler<Identified>): Observable<Identified> {
    const { 'user-agent': client = '' } = requestOf(context).headers;
    return readsUuids.test(client) ? next.handle().pipe(map(withUuids)) : next.handle();
  }
}
