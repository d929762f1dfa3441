import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { addressKey, exportMemberships } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { MembersRepository } from '../memberships/members.repository.js';

@Controller()
export class MembershipExportController {
  constructor(private readonly members: MembersRepository) {}

  @Handles(exportMemberships)
  export(
    { accountId }: RequestContext,
    { email, after }: RequestOf<typeof exportMemberships>,
  ): Promise<ResponseInputOf<typeof exportMemberships>> {
    return this.members.listForRecipient(accountId, addressKey(email), after);
  }
}
