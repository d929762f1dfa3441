import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import {
  approveVersion,
  createVersion,
  deleteVersion,
  getVersion,
  listVersionsByPage,
  publishVersion,
  updateVersion,
} from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { VersionsService } from './versions.service.js';

@Controller()
export class VersionsController {
  constructor(private readonly versions: VersionsService) {}

  @Handles(listVersionsByPage)
  listByPage(
    context: RequestContext,
    request: RequestOf<typeof listVersionsByPage>,
  ): Promise<ResponseInputOf<typeof listVersionsByPage>> {
    return this.versions.page(context, request);
  }

  @Handles(getVersion)
  get(context: RequestContext, request: RequestOf<typeof getVersion>): Promise<ResponseInputOf<typeof getVersion>> {
    return this.versions.get(context, request);
  }

  @Handles(createVersion)
  create(
    context: RequestContext,
    request: RequestOf<typeof createVersion>,
  ): Promise<ResponseInputOf<typeof createVersion>> {
    return this.versions.create(context, request);
  }

  @Handles(updateVersion)
  update(
    context: RequestContext,
    request: RequestOf<typeof updateVersion>,
  ): Promise<ResponseInputOf<typeof updateVersion>> {
    return this.versions.update(context, request);
  }

  @Handles(publishVersion)
  publish(
    context: RequestContext,
    request: RequestOf<typeof publishVersion>,
  ): Promise<ResponseInputOf<typeof publishVersion>> {
    return this.versions.publish(context, request);
  }

  @Handles(approveVersion)
  approve(
    context: RequestContext,
    request: RequestOf<typeof approveVersion>,
  ): Promise<ResponseInputOf<typeof approveVersion>> {
    return this.versions.approve(context, request);
  }

  @Handles(deleteVersion)
  async delete(
    context: RequestContext,
    request: RequestOf<typeof deleteVersion>,
  ): Promise<ResponseInputOf<typeof deleteVersion>> {
    await this.versions.delete(context, request);
    return {};
  }
}
