import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { CampaignsRepository } from './campaigns.repository.js';

const everyMs = 10 * 60 * 1000;
/** Until then a deactivation still finds the members to whom a mail is on its way. */
const keptHours = 1;
const membersPerBatch = 2_000;

/** Forgets deleted campaigns with all their members. Replicas may do so at the same time. */
@Injectable()
export class DeletedCampaignsPurge extends PeriodicTask {
  constructor(private readonly campaigns: CampaignsRepository) {
    super({ everyMs, failure: 'deleted campaigns could not be forgotten' });
  }

  protected batch(): Promise<boolean> {
    return this.campaigns.forgetDeleted(keptHours, membersPerBatch);
  }
}
