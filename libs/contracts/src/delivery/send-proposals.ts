import { z } from 'zod';
import { id } from '../ids.js';
import { optionalOrEmpty, after, pageSchema, timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { acceptMessage, idempotency, receipt } from './accept.js';
import { sentMail } from './sent-mails.js';

/** See docs/guides/proposals.md. */
export const proposalStatuses = ['open', 'approved', 'rejected', 'expired'] as const;
const proposalStatus = z.enum(proposalStatuses, { error: `must be one of ${proposalStatuses.join(', ')}` });
export type ProposalStatus = z.infer<typeof proposalStatus>;

/** How long a proposal can be approved. */
export const proposalDays = 7;

/** Who proposed or decided: an API key by its name, or a user by the email address. */
const actor = z.object({
  type: z.enum(['key', 'user']).describe('An API key or a user.'),
  id: z.string().describe('The id of the key or user.'),
  name: z.string().describe('The name of the key at that time, or the email address of the user.'),
});
export type ProposalActor = z.infer<typeof actor>;

export const sendProposal = z
  .object({
    object: z.literal('send_proposal'),
    id: id('sendProposal').describe('Its id.'),
    status: proposalStatus.describe('`open` until someone approves or rejects it, or it expires.'),
    created: timestamp,
    expires: timestamp.describe('The proposal can be approved until this time, seven days after its creation.'),
    proposed_by: actor.describe('The key or user that proposed it.'),
    recipient: z
      .object({
        address: z.string().describe('The address.'),
        name: z.string().optional().describe('The name.'),
      })
      .describe('The recipient.'),
    recipients: z.int().describe('How many addresses get the email, with copies.'),
    subject: z.string().describe('The subject, rendered.'),
    email: receipt.shape.email.describe('The version that is sent.'),
    test: z.boolean().describe('Whether a test key proposed it. The approval then sends a test email.'),
    decided: timestamp.optional().describe('The time of the decision.'),
    decided_by: actor.optional().describe('The user or key that decided.'),
    reason: z.string().optional().describe('The reason of the rejection.'),
    log_id: id('log').optional().describe('The id of the log of the email, once it is sent.'),
  })
  .meta({ id: 'SendProposal', description: 'An email that is sent when a person approves it.' });
export type SendProposal = z.infer<typeof sendProposal>;

/** The email exactly as an approval sends it. */
const proposedMail = sentMail
  .omit({ object: true, log_id: true, created: true, test: true, attachments: true })
  .meta({ id: 'ProposedMail', description: 'An email exactly as an approval sends it.' });
export const shownProposal = sendProposal
  .extend({ mail: proposedMail })
  .meta({ id: 'ShownSendProposal', description: 'A proposal with its email.' });

const exampleActor: ProposalActor = { type: 'key', id: 'key_01KQV5Xx7GJ8sVJ4mB2cDe', name: 'Assistant' };
const exampleUser: ProposalActor = { type: 'user', id: 'usr_01KQV5Xx7GJ8sVJ4mB2cDe', name: 'grace@acme.example' };
const example: SendProposal = {
  object: 'send_proposal',
  id: 'spr_01KQV5Xx7GJ8sVJ4mB2cDe',
  status: 'open',
  created: 1_790_000_000,
  expires: 1_790_604_800,
  proposed_by: exampleActor,
  recipient: { address: 'ada@example.com' },
  recipients: 1,
  subject: 'Your receipt R-1',
  email: { name: 'No template', version_name: '', locale: 'en-US' },
  test: false,
};
const decided = { decided: 1_790_000_120, decided_by: exampleUser };
const sender = { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' };

/** POST /send_proposals. The content is decided and checked as for a send, and nothing is sent. */
export const proposeSend = defineRpc({
  pattern: 'delivery.proposal.create.v1',
  request: z.object({
    mail: acceptMessage.request.omit({ attachments: true, idempotency: true, others: true, ignore_suppressions: true }),
    proposed_by: actor,
    idempotency: idempotency.optional(),
  }),
  response: sendProposal.extend({ replayed: z.boolean().optional() }),
  errors: [
    'not_found',
    'idempotency_mismatch',

    'template_not_found',
    'version_not_found',
    'invalid_template',
    'esp_account_not_found',
    'no_esp_account',
    'sender_required',
    'quota_exceeded',
  ],
  timeoutMs: 15_000,
  examples: [
    {
      name: 'an email without a template',
      request: {
        mail: {
          own_content: { subject: 'Your receipt R-1', text: 'Hello Ada' },
          recipient: { address: 'ada@example.com' },
          sender,
          test: false,
        },
        proposed_by: exampleActor,
      },
      response: example,
    },
  ],
});

/** GET /send_proposals. */
export const sendProposalsQuery = z.object({
  status: optionalOrEmpty(proposalStatus).describe('Only proposals with this status.'),
  count: optionalOrEmpty(
    z.preprocess(
      (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
      z.int({ error: 'must be a whole number' }).min(1, 'must be from 1 to 100').max(100, 'must be from 1 to 100'),
    ),
  ).describe('The size of a page; 100 by default.'),
  cursor: optionalOrEmpty(id('sendProposal')).describe('`next_cursor` of the previous page.'),
});

export const listSendProposals = defineRpc({
  pattern: 'delivery.proposal.list.v1',
  request: sendProposalsQuery,
  response: z.object({
    data: z.array(sendProposal).describe('Newest first.'),
    next_cursor: z.string().nullable().describe('The `cursor` of the next page; null on the last.'),
  }),
  examples: [{ name: 'the open ones', request: { status: 'open' }, response: { data: [example], next_cursor: null } }],
});

/** GET /send_proposals/{id}. */
export const getSendProposal = defineRpc({
  pattern: 'delivery.proposal.get.v1',
  request: z.object({ proposal_id: z.string() }),
  response: shownProposal,
  errors: ['not_found'],
  timeoutMs: 15_000,
  examples: [
    {
      name: 'by id',
      request: { proposal_id: example.id },
      response: {
        ...example,
        mail: {
          sender,
          recipient: example.recipient,
          cc: [],
          bcc: [],
          subject: example.subject,
          text: 'Hello Ada',
          notes: [],
          headers: {},
          tags: [],
          template_data: {},
          locale: 'en-US',
        },
      },
    },
  ],
});

/** `test`: whether a test key decides, which must not decide about the email of a live key. */
const decision = z.object({ proposal_id: z.string(), decided_by: actor, test: z.boolean() });

/**
 * POST /send_proposals/{id}/approve: sends the email once. If the send is rejected, the proposal stays open. Repeated
 * calls get the same response.
 */
export const approveSendProposal = defineRpc({
  pattern: 'delivery.proposal.approve.v1',
  request: decision,
  response: sendProposal,
  errors: [
    'not_found',
    'forbidden',
    'proposal_closed',
    'esp_account_not_found',
    'no_esp_account',
    'invalid_template',
    'idempotency_in_progress',
    'quota_exceeded',
  ],
  timeoutMs: 10_000,
  examples: [
    {
      name: 'an open one',
      request: { proposal_id: example.id, decided_by: exampleUser, test: false },
      response: { ...example, status: 'approved', ...decided, log_id: 'log_01KQV5Xx7GJ8sVJ4mB2cDe' },
    },
  ],
});

/** POST /send_proposals/{id}/reject. */
export const rejectionBody = z
  .object({
    reason: optionalOrEmpty(
      z
        .string({ error: 'must be a string' })
        .max(500, 'must be at most 500 characters')
        .regex(/^[^\x00]*$/, 'must not contain NUL characters'),
    ).describe('The reason, shown to the author of the proposal.'),
  })
  .meta({ id: 'RejectionBody' });

export const rejectSendProposal = defineRpc({
  pattern: 'delivery.proposal.reject.v1',
  request: decision.extend(rejectionBody.shape),
  response: sendProposal,
  errors: ['not_found', 'forbidden', 'proposal_closed'],
  examples: [
    {
      name: 'an open one',
      request: { proposal_id: example.id, decided_by: exampleUser, test: false, reason: 'Wrong amount' },
      response: { ...example, status: 'rejected', ...decided, reason: 'Wrong amount' },
    },
  ],
});

/** A proposal with the stored data of its recipient. */
export const exportedProposal = sendProposal
  .extend({
    template_data: z.record(z.string(), z.unknown()).describe('The data of the template.'),
    content: z
      .record(z.string(), z.string())
      .optional()
      .describe('The content of an email without a template, by the fields of a send.'),
  })
  .meta({ id: 'ExportedSendProposal', description: 'A proposal with the stored data of its recipient.' });

/** Newest first. `after` is the id of the last proposal on the previous page. */
export const exportSendProposals = defineRpc({
  pattern: 'delivery.proposal.export.v1',
  request: z.object({ email: z.string(), after }),
  response: pageSchema(exportedProposal),
  timeoutMs: 15_000,
  examples: [
    {
      name: 'the only page',
      request: { email: 'ada@example.com' },
      response: {
        items: [{ ...example, template_data: {}, content: { subject: 'Your receipt R-1', text: 'Hello Ada' } }],
      },
    },
  ],
});
