import { Injectable } from '@nestjs/common';
import type { Imported } from '@postrider/contracts';
import {
  ServiceError,
  optionalOrEmpty,
  espAccountBody,
  findEspAccountErrors,
  espType,
  importedId,
  timestamp,
} from '@postrider/contracts';
import { DataSource, QueryFailedError } from 'typeorm';
import { CampaignStatesRepository } from '../drips/campaign-states.repository.js';
import { EspAccountsRepository } from '../esp-accounts/esp-accounts.repository.js';
import { toEspAccountContent } from '../esp-accounts/esp-accounts.service.js';
import { z } from 'zod';
import { reservedIds } from '../esp-accounts/lane.js';

const { name, default_sender, region, configuration_set, implicit_tls, bounces, tracking, rate_per_second, fallback } =
  espAccountBody.shape;

/** An ESP account as `GET /esp_accounts` lists it: without credentials. */
export const exportedEspAccount = z
  .object({
    id: importedId('espAccount').refine(
      (value) => !reservedIds.includes(value),
      `must not be ${reservedIds.join(' or ')}`,
    ),
    created: optionalOrEmpty(timestamp),
    esp_type: espType,
    name,
    default_sender,
    region,
    configuration_set,
    implicit_tls,
    bounces,
    tracking,
    rate_per_second,
    fallback,
  })
  .superRefine((account, context) => {
    for (const { field, message } of findEspAccountErrors(account.esp_type, account))
      context.addIssue({ code: 'custom', path: field.split('.'), message });
  });
type ExportedEspAccount = z.output<typeof exportedEspAccount>;

/** Imports ESP accounts without credentials, with their original ids. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly database: DataSource,
    private readonly accounts: EspAccountsRepository,
    private readonly states: CampaignStatesRepository,
  ) {}

  /** Results in the given order. Accounts may be each other's fallback, so fallbacks are set after all are inserted. */
  async espAccounts(accountId: string, exported: readonly ExportedEspAccount[]): Promise<Imported[]> {
    const imported: Imported[] = [];
    for (const account of exported) imported.push(await this.add(accountId, account));
    for (const [index, { outcome, notes }] of imported.entries()) {
      const { id, fallback, ...account } = exported[index]!;
      if (outcome !== 'imported' || fallback === undefined) continue;
      const content = toEspAccountContent({ ...account, fallback });
      const set = fallback !== id && (await this.accounts.change(accountId, id, content)) === 'changed';
      if (!set)
        imported[index] = {
          outcome,
          notes: [...notes, `the fallback ${fallback} is omitted: it does not exist here`],
        };
    }
    return imported;
  }

  /**
   * Those of these campaigns and steps that were deleted here. Their emails stay cancelled, so the ids cannot be
   * imported again.
   */
  async removed(accountId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(await this.states.ended(this.database.manager, accountId, ids));
  }

  private async add(accountId: string, exported: ExportedEspAccount): Promise<Imported> {
    const { id, created, esp_type: espType } = exported;
    if (await this.accounts.find(accountId, id)) return { outcome: 'already exists', notes: [] };
    const content = toEspAccountContent({ ...exported, fallback: undefined });
    const createdAt = created === undefined ? {} : { createdAt: new Date(created * 1000) };
    try {
      await this.accounts.add({ accountId, id, espType, credentials: null, ...content, ...createdAt }, {});
    } catch (error) {
      if (error instanceof ServiceError) return { outcome: 'refused', notes: [error.message] };
      if (isTaken(error))
        return { outcome: 'refused', notes: ['another account of this installation has an ESP account with this id'] };
      throw error;
    }
    return { outcome: 'imported', notes: ['it sends no email until it has credentials (PUT /esp_accounts/{id})'] };
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof QueryFailedError && (error.driverError as { constraint?: string }).constraint === 'esp_accounts_id';
