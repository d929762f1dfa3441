import { Injectable } from '@nestjs/common';
import { unavailable } from '@postrider/messaging';
import { HttpAdapterHost } from '@nestjs/core';
import type { Express } from 'express';
import { runElement } from '../batch/batch-element.js';
import type { ApiRequest } from '../http/api-request.js';
import { Routes } from '../http/routes.js';

const prefix = '/api/v1';
/** Characters of the list that holds what is to be changed. */
const maxRead = 16 * 1024 * 1024;
/** What the path names does not exist, or is no valid path: the change finds the same. */
const absent: readonly number[] = [400, 404];

/** What a change is a change of, as whoever changes it could read it. */
@Injectable()
export class AuditedObject {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly routes: Routes,
  ) {}

  /**
   * What the address of a change names: what GET answers there, or at the address before, or that element of the list which holds it.
   * @throws ServiceError `unavailable` where it exists and cannot be read
   */
  async read(request: ApiRequest): Promise<unknown> {
    const own = request.path.replace(/\/$/, '');
    const above = own.slice(0, own.lastIndexOf('/'));
    if (this.routes.pathOf('GET', own)) return this.get(request, own);
    if (this.routes.pathOf('GET', above)?.match(/:\w+$/)) return this.get(request, above);
    if (!this.routes.pathOf('GET', above)) return undefined;
    const [name, value] = Object.entries(request.params as Record<string, string>).at(-1) ?? [];
    if (name === undefined || value === undefined) return undefined;
    const list = await this.get(request, `${above}?${new URLSearchParams({ [name]: value }).toString()}`);
    return elementsOf(list).find((element) => element[name] === value);
  }

  /** With all rights: what a key may change, its account may see in the log. */
  private async get(request: ApiRequest, path: string): Promise<unknown> {
    const { socket, headers, caller, requestId, deadline } = request;
    const asker = { socket, headers, caller: { ...caller, scopes: null }, isForAudit: true } as ApiRequest;
    const express = this.host.httpAdapter.getInstance<Express>();
    const call = { method: 'GET', path, body: {}, idempotencyKey: undefined };
    const { status, body } = await runElement(express, asker, requestId, deadline, call, { left: maxRead });
    if (status === 200) return typeof body === 'object' ? body : undefined;
    if (absent.includes(status)) return undefined;
    throw unavailable('The audit log cannot read what is to be changed', 'dependency_unreachable');
  }
}

function elementsOf(list: unknown): readonly Record<string, unknown>[] {
  const elements = Array.isArray(list) ? list : ((list as { data?: unknown } | undefined)?.data ?? []);
  return elements as readonly Record<string, unknown>[];
}

/** The path of an operation as the description of the API writes it. */
export const operationOf = (routes: Routes, { method, path }: ApiRequest): string =>
  `${method} ${(routes.pathOf(method, path) ?? path.replace(prefix, '')).replaceAll(/:(\w+)/g, '{$1}')}`;
