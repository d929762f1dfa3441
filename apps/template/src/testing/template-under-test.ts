import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { RequestContext, ResponseOf, Rpc } from '@postrider/contracts';
import { newId } from '@postrider/contracts';
import { ContractClient, MessagingModule } from '@postrider/messaging';
import type { RunningApp } from '@postrider/service';
import { startService } from '@postrider/service';
import { createTestDatabase } from '@postrider/testing';
import { strToU8, zipSync } from 'fflate';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import { templateService } from '../template.module.js';

const timeoutMs = 20_000;

/** An account that calls the service. */
export interface Tenant {
  readonly accountId: string;
  call<R extends Rpc>(
    rpc: R,
    request: z.input<R['request']>,
    context?: Partial<RequestContext>,
  ): Promise<ResponseOf<R>>;
}

/** A base64 zip archive of PO files, as `putPo` expects it. */
export const poZip = (files: Readonly<Record<string, string>>): string =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, po]) => [name, strToU8(po)])))).toString(
    'base64',
  );

/** The real service with its own database, called through messaging. */
export class TemplateUnderTest {
  private constructor(
    private readonly database: Awaited<ReturnType<typeof createTestDatabase>>,
    private readonly service: RunningApp,
    private readonly caller: INestApplicationContext,
    /** For state that no call returns. */
    readonly sql: DataSource,
  ) {}

  static async start(): Promise<TemplateUnderTest> {
    const database = await createTestDatabase(templateService.database);
    const url = `memory:${randomUUID()}`;
    const service = await startService(templateService, {
      AMQP_URL: url,
      DATABASE_URL: database.url,
      HEALTH_PORT: '0',
      LOG_LEVEL: 'error',
    });
    const caller = await NestFactory.createApplicationContext(MessagingModule.forCaller('test', url), {
      logger: false,
    });
    const sql = await new DataSource({
      type: 'postgres',
      url: database.url,
      extra: { options: '-c search_path=template' },
    }).initialize();
    return new TemplateUnderTest(database, service, caller, sql);
  }

  tenant(): Tenant {
    const accountId = newId('account');
    const client = this.caller.get(ContractClient);
    return {
      accountId,
      call: (rpc, request, context = {}) =>
        client.call(
          rpc,
          { accountId, requestId: newId('request'), deadline: Date.now() + timeoutMs, ...context },
          request,
        ),
    };
  }

  async stop(): Promise<void> {
    await this.caller.close();
    await this.service.stop();
    await this.sql.destroy();
    await this.database.drop();
  }
}
