import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type {
  createSample,
  deleteSample,
  listSamples,
  RequestContext,
  RequestOf,
  SampleResource,
  updateSample,
} from '@postrider/contracts';
import { newId, ServiceError, toTimestamp, notFound } from '@postrider/contracts';
import { splitLosslessNumbers, withLosslessNumbers } from '@postrider/numbers';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { StoredContent } from '../limits/usage.repository.js';
import { TemplatesRepository } from '../templates/templates.repository.js';
import { EditTransactions } from '../transactions/edit-transactions.js';
import { SampleEntity } from './sample.entity.js';

/** Per template (docs/operate/limits.md#fields). */
const maxSamples = 50;

/** Sample data of templates (docs/reference/samples.md). */
@Injectable()
export class SamplesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: EditTransactions,
    private readonly templates: TemplatesRepository,
    private readonly stored: StoredContent,
  ) {}

  /** In the order of creation. */
  async list({ accountId }: RequestContext, { template_id }: RequestOf<typeof listSamples>): Promise<SampleResource[]> {
    if ((await this.templates.named(accountId, [template_id])).length === 0) notFound('Template');
    const samples = await this.database.manager.find(SampleEntity, {
      where: { accountId, templateId: template_id },
      order: { createdAt: 'asc', id: 'asc' },
    });
    return samples.map(toResource);
  }

  create(
    context: RequestContext,
    { template_id, name, template_data }: RequestOf<typeof createSample>,
  ): Promise<SampleResource> {
    return this.transactions.run(context, { snippets: 'shared' }, async (tx) => {
      const { accountId } = context;
      const template = (await this.templates.lock(tx, accountId, template_id)) ?? notFound('Template');
      const templateKey = { accountId, templateId: template.id };
      if ((await tx.countBy(SampleEntity, templateKey)) >= maxSamples)
        throw new ServiceError('invalid_request', `Invalid request: a template has at most ${maxSamples} samples`);
      const data = toData(template_data);
      await this.stored.admit(tx, context, countBytes(data));
      const id = newId('sample');
      await tx.insert(SampleEntity, { ...templateKey, id, name, ...data });
      return this.read(tx, accountId, id);
    });
  }

  update(
    context: RequestContext,
    { template_id, sample_id, name, template_data }: RequestOf<typeof updateSample>,
  ): Promise<SampleResource> {
    return this.transactions.run(context, { snippets: 'shared' }, async (tx) => {
      const { accountId } = context;
      const sample = await this.find(tx, accountId, template_id, sample_id);
      const data = toData(template_data);
      await this.stored.admit(tx, context, countBytes(data) - countBytes(sample));
      await tx.update(SampleEntity, { accountId, id: sample.id }, { name, ...data, modifiedAt: () => 'now()' });
      return this.read(tx, accountId, sample.id);
    });
  }

  async delete(context: RequestContext, { template_id, sample_id }: RequestOf<typeof deleteSample>): Promise<void> {
    await this.transactions.run(context, { snippets: 'shared' }, async (tx) => {
      const { accountId } = context;
      const { id } = await this.find(tx, accountId, template_id, sample_id);
      await tx.delete(SampleEntity, { accountId, id });
    });
  }

  private async find(tx: EntityManager, accountId: string, templateId: string, id: string): Promise<SampleEntity> {
    await this.templates.lock(tx, accountId, templateId);
    return (await tx.findOneBy(SampleEntity, { accountId, templateId, id })) ?? notFound('Sample');
  }

  private async read(tx: EntityManager, accountId: string, id: string): Promise<SampleResource> {
    return toResource(await tx.findOneByOrFail(SampleEntity, { accountId, id }));
  }
}

type Data = Pick<SampleEntity, 'templateData' | 'numberTexts'>;

function toData(given: Readonly<Record<string, unknown>>): Data {
  const { value, texts } = splitLosslessNumbers(given);
  return { templateData: value as object, numberTexts: (texts as object | undefined) ?? null };
}

const countBytes = ({ templateData, numberTexts }: Data): number =>
  Buffer.byteLength(JSON.stringify(templateData)) + (numberTexts ? Buffer.byteLength(JSON.stringify(numberTexts)) : 0);

const toResource = ({ id, name, templateData, numberTexts, createdAt, modifiedAt }: SampleEntity): SampleResource => ({
  object: 'sample',
  id,
  name,
  template_data: withLosslessNumbers(templateData as Record<string, unknown>, numberTexts),
  created: toTimestamp(createdAt),
  modified: toTimestamp(modifiedAt),
});
