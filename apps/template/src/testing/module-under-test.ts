import type { ModuleMetadata } from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { Test } from '@nestjs/testing';
import { CONFIG, databaseModule } from '@postrider/service';
import type { TestDatabase } from '@postrider/testing';
import { createTestDatabase } from '@postrider/testing';
import { DataSource } from 'typeorm';
import { templateDatabase } from '../database.js';

/** One module of the service, with its own database. */
export class ModuleUnderTest {
  private constructor(
    private readonly database: TestDatabase,
    readonly module: TestingModule,
  ) {}

  /** `connections` is the pool size of the service. */
  static async start(
    module: NonNullable<ModuleMetadata['imports']>[number],
    connections = 4,
  ): Promise<ModuleUnderTest> {
    const database = await createTestDatabase(templateDatabase);
    const testing = await Test.createTestingModule({
      imports: [
        databaseModule(templateDatabase, database.url, connections),
        { module: class Config {}, global: true, providers: [provideConfig(connections)], exports: [CONFIG] },
        module,
      ],
    }).compile();
    return new ModuleUnderTest(database, testing);
  }

  get sql(): DataSource {
    return this.module.get(DataSource);
  }

  async stop(): Promise<void> {
    await this.module.close();
    await this.database.drop();
  }
}

const provideConfig = (connections: number) => ({ provide: CONFIG, useValue: { DATABASE_POOL: connections } });
