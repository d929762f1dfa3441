import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext } from '@postrider/contracts';
import { getTemplateUsage } from '@postrider/contracts';
import { RecentUsage } from '@postrider/limits';
import { Handles } from '@postrider/messaging';
import { MjmlTime } from './mjml-time.js';
import { StoredArtifacts, StoredContent, StoredImages, UsageRepository } from './usage.repository.js';

@Controller()
export class UsageController {
  private readonly recent = new RecentUsage(async (context): Promise<ResponseInputOf<typeof getTemplateUsage>> => ({
    ...(await this.usage.count(context.accountId)),
    template_bytes: await this.stored.used(context),
    image_bytes: await this.images.used(context),
    compiled_bytes: await this.artifacts.used(context),
    mjml_seconds_per_second: this.mjml.used(context),
  }));

  constructor(
    private readonly usage: UsageRepository,
    private readonly stored: StoredContent,
    private readonly artifacts: StoredArtifacts,
    private readonly images: StoredImages,
    private readonly mjml: MjmlTime,
  ) {}

  @Handles(getTemplateUsage)
  get(context: RequestContext): Promise<ResponseInputOf<typeof getTemplateUsage>> {
    return this.recent.for(context);
  }
}
