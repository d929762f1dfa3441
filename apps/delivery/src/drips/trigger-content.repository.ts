import { Injectable } from '@nestjs/common';
import type { DripMailContent } from '@postrider/contracts';
import { isPseudonym } from '@postrider/contracts';
import { parseLossless } from '@postrider/numbers';
import { TenantPool } from '@postrider/service';
import type { FieldsWithUse, MessageContent } from '../mail/message-content.js';
import { builtinAccountId } from '../esp-accounts/lane.js';

@Injectable()
export class TriggerContentRepository {
  constructor(private readonly tenantPool: TenantPool) {}

  /**
   * The recipient, sender, data, locale and ESP account of a message. Copies, tags and headers belong to that email
   * only. Undefined when its recipient was erased.
   */
  async find(accountId: string, logId: string): Promise<DripMailContent | undefined> {
    const { rows } = await this.tenantPool.query<{
      content: MessageContent;
      locale: string;
      esp_account_id: string;
    }>(accountId, {
      name: 'trigger-content',
      text: `select content, locale, esp_account_id from messages_as_sent as messages join logs using (account_id, id)
             where messages.account_id = $1 and messages.id = $2`,
      values: [accountId, logId],
    });
    const [row] = rows;
    if (!row) return undefined;
    if (isPseudonym(row.content.recipient.address)) return undefined;
    const { tracking, ...kept } = triggering(parseLossless(row.content));
    return {
      ...kept,
      account_tracking: tracking?.account,
      locale: row.locale || undefined,
      esp_account: row.esp_account_id === builtinAccountId ? undefined : row.esp_account_id,
    };
  }
}

const triggering = ({ recipient, sender, template_data, tracking }: MessageContent) =>
  ({ recipient, sender, template_data, tracking }) satisfies Record<FieldsWithUse<'triggers'>, unknown>;
