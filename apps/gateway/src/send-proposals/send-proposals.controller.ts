import { Body, Controller, Param, Query, Res } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import {
  approveSendProposal,
  getSendProposal,
  listSendProposals,
  ok,
  proposeSend,
  rejectionBody,
  rejectSendProposal,
  sendProposal,
  sendProposalBody,
  sendProposalsQuery,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { Response } from 'express';
import type { z } from 'zod';
import type { Caller } from '../http/caller.js';
import { CurrentCaller, CurrentContext, Endpoint, success } from '../http/endpoint.js';
import type { Idempotent } from '../send/idempotency.js';
import { IdempotencyKey } from '../send/idempotency.js';
import { SendProposalsService } from './send-proposals.service.js';

/** See docs/reference/send-proposals.md. */
@Controller('send_proposals')
export class SendProposalsController {
  constructor(
    private readonly services: ContractClient,
    private readonly proposals: SendProposalsService,
  ) {}

  @Endpoint('POST', '', 'read', ok.extend({ send_proposal: sendProposal }), {
    summary: 'Propose an email',
    description: 'Nothing is sent until a person approves it. Content and recipients are checked as for a send.',
    calls: proposeSend,
    idempotent: true,
    examples: {
      request: {
        subject: 'Your receipt R-1',
        text: 'Hello Ada',
        recipient: { address: 'ada@example.com' },
        sender: { address: 'billing@acme.example' },
      },
    },
    renders: true,
  })
  async propose(
    @CurrentContext() context: RequestContext,
    @CurrentCaller() caller: Caller,
    @Body({ schema: sendProposalBody }) body: z.output<typeof sendProposalBody>,
    @IdempotencyKey() idempotent: Idempotent,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { replayed, ...send_proposal } = await this.proposals.propose(context, caller, body, idempotent);
    if (replayed) response.setHeader('Idempotency-Replayed', 'true');
    return success({ send_proposal });
  }

  @Endpoint('GET', '', 'read', listSendProposals.response, {
    summary: 'List proposals',
    description: 'Newest first, without their emails.',
    calls: listSendProposals,
  })
  list(
    @CurrentContext() context: RequestContext,
    @Query({ schema: sendProposalsQuery }) query: z.output<typeof sendProposalsQuery>,
  ) {
    return this.services.call(listSendProposals, context, query);
  }

  @Endpoint('GET', ':id', 'read', getSendProposal.response, {
    summary: 'Show a proposal',
    description: 'With the email exactly as an approval sends it.',
    calls: getSendProposal,
    renders: true,
  })
  get(@CurrentContext() context: RequestContext, @Param('id') proposal_id: string) {
    return this.services.call(getSendProposal, context, { proposal_id });
  }

  @Endpoint('POST', ':id/approve', 'send', ok.extend({ send_proposal: approveSendProposal.response }), {
    summary: 'Approve a proposal',
    description:
      'Sends the email, once: repeated calls get the same response. If the send is refused, the proposal stays open.',
    calls: approveSendProposal,
    priority: 'first',
  })
  async approve(
    @CurrentContext() context: RequestContext,
    @CurrentCaller() caller: Caller,
    @Param('id') proposal_id: string,
  ) {
    const decision = await this.proposals.buildDecision(caller, proposal_id);
    return success({ send_proposal: await this.services.call(approveSendProposal, context, decision) });
  }

  @Endpoint('POST', ':id/reject', 'send', ok.extend({ send_proposal: rejectSendProposal.response }), {
    summary: 'Reject a proposal',
    calls: rejectSendProposal,
  })
  async reject(
    @CurrentContext() context: RequestContext,
    @CurrentCaller() caller: Caller,
    @Param('id') proposal_id: string,
    @Body({ schema: rejectionBody }) { reason }: z.output<typeof rejectionBody>,
  ) {
    const decision = { ...(await this.proposals.buildDecision(caller, proposal_id)), reason };
    return success({ send_proposal: await this.services.call(rejectSendProposal, context, decision) });
  }
}
