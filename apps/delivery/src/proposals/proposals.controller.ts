import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import {
  approveSendProposal,
  exportSendProposals,
  getSendProposal,
  listSendProposals,
  proposeSend,
  rejectSendProposal,
} from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { ProposalsRepository } from './proposals.repository.js';
import { ProposalsService } from './proposals.service.js';

@Controller()
export class ProposalsController {
  constructor(
    private readonly proposals: ProposalsService,
    private readonly stored: ProposalsRepository,
  ) {}

  @Handles(proposeSend)
  propose(
    context: RequestContext,
    request: RequestOf<typeof proposeSend>,
  ): Promise<ResponseInputOf<typeof proposeSend>> {
    return this.proposals.propose(context, request);
  }

  @Handles(listSendProposals)
  list(
    { accountId }: RequestContext,
    query: RequestOf<typeof listSendProposals>,
  ): Promise<ResponseInputOf<typeof listSendProposals>> {
    return this.stored.page(accountId, query);
  }

  @Handles(getSendProposal)
  get(
    context: RequestContext,
    { proposal_id }: RequestOf<typeof getSendProposal>,
  ): Promise<ResponseInputOf<typeof getSendProposal>> {
    return this.proposals.get(context, proposal_id);
  }

  @Handles(approveSendProposal)
  approve(
    context: RequestContext,
    decision: RequestOf<typeof approveSendProposal>,
  ): Promise<ResponseInputOf<typeof approveSendProposal>> {
    return this.proposals.approve(context, decision);
  }

  @Handles(rejectSendProposal)
  reject(
    context: RequestContext,
    decision: RequestOf<typeof rejectSendProposal>,
  ): Promise<ResponseInputOf<typeof rejectSendProposal>> {
    return this.proposals.reject(context, decision);
  }

  @Handles(exportSendProposals)
  export(
    context: RequestContext,
    request: RequestOf<typeof exportSendProposals>,
  ): Promise<ResponseInputOf<typeof exportSendProposals>> {
    return this.proposals.export(context, request);
  }
}
