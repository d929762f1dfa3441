import { Injectable } from '@nestjs/common';
import type { Imported } from '@postrider/contracts';
import { ServiceError, createDripCampaignBody, importedId, newId } from '@postrider/contracts';
import { QueryFailedError } from 'typeorm';
import { CampaignsRepository } from '../campaigns/campaigns.repository.js';
import type { z } from 'zod';

/** A drip campaign as `GET /drip_campaigns` lists it. */
export const exportedCampaign = createDripCampaignBody.extend({ id: importedId('dripCampaign') });
export type ExportedCampaign = z.output<typeof exportedCampaign>;

/** Data of other services that campaigns depend on. */
export interface ImportReferences {
  /** The names of the account's templates, by id. */
  readonly templateNames: ReadonlyMap<string, string>;
  /** Ids of removed campaigns and steps; delivery cancels emails with these ids. */
  readonly removed: ReadonlySet<string>;
}

/** Imports drip campaigns with their steps, keeping their ids. */
@Injectable()
export class ImportsService {
  constructor(private readonly campaigns: CampaignsRepository) {}

  /** Imports a campaign as a whole or not at all. */
  async campaign(accountId: string, exported: ExportedCampaign, references: ImportReferences): Promise<Imported> {
    const { id, name, enabled = false, trigger_email_id: trigger, drip_steps } = exported;
    const steps = drip_steps.map((step) => ({
      id: step.id ?? newId('dripStep'),
      templateId: step.email_id,
      templateName: references.templateNames.get(step.email_id) ?? '',
      delaySeconds: String(step.delay_seconds),
    }));
    const ids = [id, ...steps.map((step) => step.id)];
    if (await this.campaigns.find(accountId, id)) return { outcome: 'already exists', notes: [] };
    const problems = [
      ...missingTemplates(exported, references.templateNames),
      ...ids.filter((each) => references.removed.has(each)).map(wasRemoved),
      ...(await this.findConflicts(accountId, id, ids.slice(1))),
    ];
    if (problems.length > 0) return { outcome: 'refused', notes: problems };
    try {
      await this.campaigns.add({ accountId, id, name, enabled, triggerTemplateId: trigger ?? null }, steps, {});
    } catch (error) {
      if (error instanceof ServiceError) return { outcome: 'refused', notes: [error.message] };
      if (getConstraint(error) === 'campaigns_pkey') return { outcome: 'refused', notes: [wasRemoved(id)] };
      throw error;
    }
    return { outcome: 'imported', notes: [] };
  }

  /** Delivery keeps the states of campaigns and steps in one table, so each id must be unique in the account. */
  private async findConflicts(accountId: string, campaignId: string, stepIds: readonly string[]): Promise<string[]> {
    const stored = await this.campaigns.findTaken(accountId, campaignId, stepIds);
    const twice = stepIds.filter((each, index) => each === campaignId || stepIds.indexOf(each) !== index);
    return [...new Set([...stored, ...twice])].map(
      (each) => `the id ${each} is used by another step or campaign, here or in the file`,
    );
  }
}

function missingTemplates(
  { trigger_email_id: trigger, drip_steps: steps }: ExportedCampaign,
  known: ImportReferences['templateNames'],
): string[] {
  const references = [
    ...(trigger === undefined ? [] : [{ where: 'the trigger', template: trigger }]),
    ...steps.map(({ email_id }, index) => ({ where: `step ${index + 1}`, template: email_id })),
  ];
  return references
    .filter(({ template }) => !known.has(template))
    .map(({ where, template }) => `${where} refers to the template ${template}, which does not exist here`);
}

const wasRemoved = (id: string): string => `${id} was removed here, and its emails stay cancelled for 90 days`;

const getConstraint = (error: unknown): string | undefined =>
  error instanceof QueryFailedError ? (error.driverError as { constraint?: string }).constraint : undefined;
