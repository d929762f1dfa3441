import { Controller } from '@nestjs/common';
import type { AnswerOf, Call, RequestOf } from '@postrider/contracts';
import { createVersion, endAbTest, getVersion, listVersions, publishVersion, setAbTest, updateVersion } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { PublicationService } from './publication.service.js';
import { VersionsService } from './versions.service.js';

@Controller()
export class VersionsHandlers {
  constructor(private readonly versions: VersionsService, private readonly publication: PublicationService) {}

  @Handles(listVersions)
  list(call: Call, request: RequestOf<typeof listVersions>): Promise<AnswerOf<typeof listVersions>> {
    return this.versions.list(call, request);
  }

  @Handles(getVersion)
  get(call: Call, request: RequestOf<typeof getVersion>): Promise<AnswerOf<typeof getVersion>> {
    return this.versions.get(call, request);
  }

  @Handles(createVersion)
  create(call: Call, request: RequestOf<typeof createVersion>): Promise<AnswerOf<typeof createVersion>> {
    return this.versions.create(call, request);
  }

  @Handles(updateVersion)
  update(call: Call, request: RequestOf<typeof updateVersion>): Promise<AnswerOf<typeof updateVersion>> {
    return this.versions.update(call, request);
  }

  @Handles(publishVersion)
  publish(call: Call, request: RequestOf<typeof publishVersion>): Promise<AnswerOf<typeof publishVersion>> {
    return this.publication.publish(call, request);
  }

  @Handles(setAbTest)
  setAbTest(call: Call, request: RequestOf<typeof setAbTest>): Promise<AnswerOf<typeof setAbTest>> {
    return this.publication.setAbTest(call, request);
  }

  @Handles(endAbTest)
  endAbTest(call: Call, request: RequestOf<typeof endAbTest>): Promise<AnswerOf<typeof endAbTest>> {
    return this.publication.endAbTest(call, request);
  }
}
