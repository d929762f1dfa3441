import { Injectable } from '@nestjs/common';
import { unavailable } from '@postrider/messaging';
import { HttpAdapterHost } from '@nestjs/core';
import type { Express } from 'express';
import { runElement } from '../batch/batch-element.js';
import type { ApiRequest } from '../http/api-request.js';
import { Routes } from '../http/routes.js';

const prefix = '/api/v1';
/** The maximum size of a list response that is searched for the object, in characters. */
const maxRead = 16 * 1024 * 1024;
/** The object does not exist or its id is invalid. The change then fails with the same error. */
const notFoundStatuses: readonly number[] = [400, 404];

/** Reads the object that a change is about with the API's own GET operations. */
@Injectable()
export class AuditedObject {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly routes: Routes,
  ) {}

  /**
   * The response of GET at the path or at its parent, or the element with that id in the list at the parent.
   * @throws ServiceError `unavailable` if it cannot be read
   */
  async read(request: ApiRequest): Promise<unknown> {
    const path = request.path.replace(/\/$/, '');
    const parent = path.slice(0, path.lastIndexOf('/'));
    if (this.routes.getPath('GET', path)) return this.get(request, path);
    if (this.routes.getPath('GET', parent)?.match(/:\w+$/)) return this.get(request, parent);
    if (!this.routes.getPath('GET', parent)) return undefined;
    const [name, value] = Object.entries(request.params as Record<string, string>).at(-1) ?? [];
    if (name === undefined || value === undefined) return undefined;
    const list = await this.get(request, `${parent}?${new URLSearchParams({ [name]: value }).toString()}`);
    return toElements(list).find((element) => element[name] === value);
  }

  /** Reads with all scopes, because the audit log shows changes by any key of the account. */
  private async get(request: ApiRequest, path: string): Promise<unknown> {
    const { socket, headers, caller, requestId, deadline } = request;
    const auditRequest = { socket, headers, caller: { ...caller, scopes: null }, isForAudit: true } as ApiRequest;
    const express = this.host.httpAdapter.getInstance<Express>();
    const call = { method: 'GET', path, body: {}, idempotencyKey: undefined };
    const { status, body } = await runElement(express, auditRequest, requestId, deadline, call, { left: maxRead });
    if (status === 200) return typeof body === 'object' ? body : undefined;
    if (notFoundStatuses.includes(status)) return undefined;
    throw unavailable('The audit log cannot read the object to be changed', 'dependency_unreachable');
  }
}

function toElements(list: unknown): readonly Record<string, unknown>[] {
  const elements = Array.isArray(list) ? list : ((list as { data?: unknown } | undefined)?.data ?? []);
  return elements as readonly Record<string, unknown>[];
}

/** The method and path of an operation as in the OpenAPI description. */
export const getOperation = (routes: Routes, { method, path }: ApiRequest): string =>
  `${method} ${(routes.getPath(method, path) ?? path.replace(prefix, '')).replaceAll(/:(\w+)/g, '{$1}')}`;
