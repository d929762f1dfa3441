import { Controller } from '@nestjs/common';
import type { AnswerOf, RequestContext, RequestOf } from '@postrider/contracts';
import {
  approveVersion,
  createVersion,
  deleteVersion,
  getVersion,
  listVersions,
  listVersionsByPage,
  publishVersion,
  updateVersion,
} from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { VersionsService } from './versions.service.js';

@Controller()
export class VersionsController {
  constructor(private readonly versions: VersionsService) {}

  @Handles(listVersions)
  list(context: RequestContext, request: RequestOf<typeof listVersions>): Promise<AnswerOf<typeof listVersions>> {
    return this.versions.list(context, request);
  }

  @Handles(listVersionsByPage)
  listByPage(
    context: RequestContext,
    request: RequestOf<typeof listVersionsByPage>,
  ): Promise<AnswerOf<typeof listVersionsByPage>> {
    return this.versions.page(context, request);
  }

  @Handles(getVersion)
  get(context: RequestContext, request: RequestOf<typeof getVersion>): Promise<AnswerOf<typeof getVersion>> {
    return this.versions.get(context, request);
  }

  @Handles(createVersion)
  create(context: RequestContext, request: RequestOf<typeof createVersion>): Promise<AnswerOf<typeof createVersion>> {
    return this.versions.create(context, request);
  }

  @Handles(updateVersion)
  update(context: RequestContext, request: RequestOf<typeof updateVersion>): Promise<AnswerOf<typeof updateVersion>> {
    return this.versions.update(context, request);
  }

  @Handles(publishVersion)
  publish(
    context: RequestContext,
    request: RequestOf<typeof publishVersion>,
  ): Promise<AnswerOf<typeof publishVersion>> {
    return this.versions.publish(context, request);
  }

  @Handles(approveVersion)
  approve(
    context: RequestContext,
    request: RequestOf<typeof approveVersion>,
  ): Promise<AnswerOf<typeof approveVersion>> {
    return this.versions.approve(context, request);
  }

  @Handles(deleteVersion)
  async delete(
    context: RequestContext,
    request: RequestOf<typeof deleteVersion>,
  ): Promise<AnswerOf<typeof deleteVersion>> {
    await this.versions.delete(context, request);
    return {};
  }
}
