import { Injectable } from '@nestjs/common';
import type {
  ResponseInputOf,
  approveSendProposal,
  ProposalActor,
  RequestContext,
  RequestOf,
  sendProposalBody,
} from '@postrider/contracts';
import { proposeSend } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { z } from 'zod';
import { ApiKeysRepository } from '../api-keys/api-keys.repository.js';
import type { Caller } from '../http/caller.js';
import type { Idempotent } from '../send/idempotency.js';
import { toContent } from '../send/send.service.js';

/** Adds the proposer to proposals, and the person who decides. */
@Injectable()
export class SendProposalsService {
  constructor(
    private readonly services: ContractClient,
    private readonly keys: ApiKeysRepository,
  ) {}

  /** @throws ServiceError */
  async propose(
    context: RequestContext,
    caller: Caller,
    body: z.output<typeof sendProposalBody>,
    { idempotency }: Idempotent,
  ): Promise<ResponseInputOf<typeof proposeSend>> {
    return this.services.call(proposeSend, context, {
      mail: {
        ...toContent(body),
        test: caller.kind === 'test',
        ...(caller.defaultSender ? { default_sender: caller.defaultSender } : {}),
        ...(caller.tracking ? { account_tracking: caller.tracking } : {}),
      },
      proposed_by: await this.findActor(caller),
      ...(idempotency && { idempotency }),
    });
  }

  async buildDecision(caller: Caller, proposal_id: string): Promise<RequestOf<typeof approveSendProposal>> {
    return { proposal_id, decided_by: await this.findActor(caller), test: caller.kind === 'test' };
  }

  private async findActor({ user, accountId, keyId }: Caller): Promise<ProposalActor> {
    if (user) return { type: 'user', id: user.id, name: user.email };
    return { type: 'key', id: keyId, name: (await this.keys.find(accountId, keyId))?.name ?? '' };
  }
}
