import { Injectable } from '@nestjs/common';
import type {
  ResponseInputOf,
  approveSendProposal,
  exportSendProposals,
  getSendProposal,
  OwnContent,
  proposeSend,
  rejectSendProposal,
  RequestContext,
  RequestOf,
  SendProposal,
} from '@postrider/contracts';
import { addressKey, internalKey, ServiceError, notFound } from '@postrider/contracts';
import { parseLossless } from '@postrider/numbers';
import type { Artifact } from '@postrider/rendering';
import { RenderingRejected } from '@postrider/rendering';
import { toMessageContent } from '../messages/accepted-content.js';
import { AcceptanceService } from '../messages/acceptance.service.js';
import { ContentCompiler } from '../messages/content-compiler.js';
import { MailView, toView } from '../messages/mail-view.js';
import type { ProposedMail } from './proposal.entity.js';
import type { StoredProposal } from './proposals.repository.js';
import { ProposalsRepository } from './proposals.repository.js';

type Decision = RequestOf<typeof approveSendProposal>;

/**
 * How long an approval without a response may be repeated, in seconds: a little less than its Idempotency-Key is kept,
 * so that a repetition never sends twice.
 */
const repeatableSeconds = 23 * 60 * 60;

/** Emails that are sent when a person approves them. What they contain is decided when they are proposed. */
@Injectable()
export class ProposalsService {
  constructor(
    private readonly proposals: ProposalsRepository,
    private readonly acceptance: AcceptanceService,
    private readonly view: MailView,
    private readonly contents: ContentCompiler,
  ) {}

  async propose(
    context: RequestContext,
    { mail, proposed_by, idempotency }: RequestOf<typeof proposeSend>,
  ): Promise<ResponseInputOf<typeof proposeSend>> {
    const earlier = idempotency && (await this.proposals.findByKey(context.accountId, idempotency));
    if (earlier) return { ...earlier, replayed: true };
    const given = { ...mail, attachments: [] };
    const { sender, chosen } = await this.acceptance.prepare(context, given);
    const { artifact, ...decided } = chosen;
    const proposed: ProposedMail = { request: { ...given, sender }, chosen: decided };
    const { content, rendered } = await this.render(context, proposed, artifact?.compiled);
    if (!rendered) throw new ServiceError('version_not_found', 'The compiled template no longer exists');
    if (rendered instanceof RenderingRejected) throw new ServiceError('invalid_template', rendered.message);
    return this.proposals.add(context, {
      mail: proposed,
      recipients: 1 + content.cc.length + content.bcc.length,
      subject: rendered.subject,
      proposedBy: proposed_by,
      idempotency,
    });
  }

  async get(context: RequestContext, id: string): Promise<ResponseInputOf<typeof getSendProposal>> {
    const { proposal, mail } = await this.find(context, id);
    const { own_content, locale, esp_account } = mail.request;
    const compiled = own_content && (await this.contents.compile(context, own_content, locale)).artifact?.compiled;
    const { content, rendered } = await this.render(context, mail, compiled);
    if (!rendered || rendered instanceof RenderingRejected)
      throw new ServiceError('not_found', 'The content of this proposal can no longer be shown');
    return {
      ...proposal,
      mail: {
        ...toView(content, rendered),
        locale: mail.chosen.locale,
        ...(esp_account === undefined ? {} : { esp_account }),
      },
    };
  }

  /** `compiled`: the content of an email without a template. */
  private async render(context: RequestContext, mail: ProposedMail, compiled: Artifact | undefined) {
    const { request, chosen } = parseLossless(mail);
    const content = toMessageContent(request, request.sender, chosen.versionId, chosen.tracking);
    const { artifactId } = chosen;
    return { content, rendered: await this.view.render(context, { artifactId, artifact: compiled, content }) };
  }

  /** Sends the email, once per proposal. @throws ServiceError; the proposal then stays open */
  async approve(context: RequestContext, decision: Decision): Promise<SendProposal> {
    const { accountId } = context;
    const { proposal_id, decided_by } = decision;
    const stored = await this.findFor(context, decision);
    if (!(await this.proposals.close(accountId, proposal_id, 'approved', decided_by))) {
      const { proposal } = await this.find(context, proposal_id);
      if (proposal.status === 'approved' && proposal.log_id !== undefined) return proposal;
      if (!isRepeatable(proposal)) throw closed(proposal);
    }
    const { request, chosen } = parseLossless(stored.mail);
    const idempotency = { key: internalKey('proposal', proposal_id), request_hash: proposal_id };
    // The content without a template is compiled again, to the same artifact.
    const content = request.template === undefined ? undefined : chosen;
    try {
      const { receipt_id } = await this.acceptance.accept(context, { ...request, idempotency }, content);
      return (await this.proposals.settle(accountId, proposal_id, receipt_id, decided_by)) ?? notFound('Proposal');
    } catch (error) {
      if (error instanceof ServiceError && error.carriedOut === 'no' && error.code !== 'idempotency_in_progress')
        await this.proposals.reopen(accountId, proposal_id);
      throw error;
    }
  }

  async reject(context: RequestContext, decision: RequestOf<typeof rejectSendProposal>): Promise<SendProposal> {
    const { proposal_id, decided_by, reason } = decision;
    await this.findFor(context, decision);
    const rejected = await this.proposals.close(context.accountId, proposal_id, 'rejected', decided_by, reason);
    if (rejected) return rejected;
    const { proposal } = await this.find(context, proposal_id);
    throw closed(proposal);
  }

  async export(
    { accountId }: RequestContext,
    { email, after }: RequestOf<typeof exportSendProposals>,
  ): Promise<ResponseInputOf<typeof exportSendProposals>> {
    const { items, next } = await this.proposals.listForRecipient(accountId, addressKey(email), after);
    return {
      items: items.map(({ proposal, mail }) => {
        const { template_data = {}, own_content } = parseLossless(mail).request;
        return { ...proposal, template_data, ...(own_content && { content: givenParts(own_content) }) };
      }),
      ...(next === undefined ? {} : { next }),
    };
  }

  private async find({ accountId }: RequestContext, id: string): Promise<StoredProposal> {
    return (await this.proposals.find(accountId, id)) ?? notFound('Proposal');
  }

  private async findFor(context: RequestContext, { proposal_id, test }: Decision): Promise<StoredProposal> {
    const stored = await this.find(context, proposal_id);
    if (test && !stored.proposal.test)
      throw new ServiceError('forbidden', 'A test key cannot decide about the email of a live key');
    return stored;
  }
}

/** Whether an earlier approval got no response. */
const isRepeatable = ({ status, decided = 0 }: SendProposal): boolean =>
  status === 'approved' && decided > Date.now() / 1000 - repeatableSeconds;

const givenParts = (content: OwnContent): Record<string, string> =>
  Object.fromEntries(Object.entries(content).flatMap(([name, part]) => (part === undefined ? [] : [[name, part]])));

const closed = ({ status }: SendProposal): ServiceError =>
  new ServiceError('proposal_closed', `This proposal ${closedReasons[status]}`);

const closedReasons: Readonly<Record<SendProposal['status'], string>> = {
  open: 'was just changed; try again',
  approved: 'was already approved',
  rejected: 'was already rejected',
  expired: 'has expired',
};
