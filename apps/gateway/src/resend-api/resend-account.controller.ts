import { Controller } from '@nestjs/common';
import { uuidOfId } from '@postrider/contracts';
import { z } from 'zod';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import type { Caller } from '../http/caller.js';
import { CurrentCaller, Endpoint } from '../http/endpoint.js';
import { formatIso } from './shown-email.js';

const createListSchema = <Item extends z.ZodType>(item: Item) =>
  z.object({ object: z.literal('list'), has_more: z.boolean(), data: z.array(item) });
const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});

/** Lists of Resend that clients read to check a key (docs/guides/resend.md). */
@Controller('resend')
export class ResendAccountController {
  static readonly resource = null;

  constructor(private readonly keys: ApiKeysService) {}

  @Endpoint('GET', 'api-keys', 'administer', createListSchema(apiKey), { summary: 'List API keys' })
  async listKeys(@CurrentCaller() caller: Caller) {
    const keys = await this.keys.list(caller);
    return {
      object: 'list',
      has_more: false,
      data: keys.map(({ id, name, created, last_used }) => ({
        id: uuidOfId(id),
        name,
        created_at: formatIso(created),
        last_used_at: last_used === undefined ? null : formatIso(last_used),
      })),
    };
  }

  /** Always empty, because Postrider has no domains: they are set up at the provider. */
  @Endpoint('GET', 'domains', 'read', createListSchema(z.never()), { summary: 'List domains' })
  listDomains() {
    return { object: 'list', has_more: false, data: [] };
  }
}
