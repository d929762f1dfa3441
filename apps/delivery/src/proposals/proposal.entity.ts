import type { acceptMessage, ProposalActor, RequestOf, SendProposal } from '@postrider/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MessageContent } from '../mail/message-content.js';
import type { ChosenContent } from '../messages/content-compiler.js';

/** An email as proposed, with all that is decided about it. Written by `serializeLossless`. */
export interface ProposedMail {
  readonly request: Omit<RequestOf<typeof acceptMessage>, 'idempotency' | 'sender'> & Pick<MessageContent, 'sender'>;
  /** The compiled content of an email without a template is made from the request again. */
  readonly chosen: Omit<ChosenContent, 'artifact'>;
}

/** An email that is sent when a person approves it. */
@Entity('send_proposals')
export class ProposalEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column('text', { default: 'open' })
  status!: 'open' | 'approved' | 'rejected';

  /** In the form of `addressKey`. */
  @Column('text', { name: 'recipient_key' })
  recipientKey!: string;

  @Column('int')
  recipients!: number;

  @Column('text')
  subject!: string;

  /** What lists show of the email, so that they need not read it. */
  @Column('jsonb')
  recipient!: SendProposal['recipient'];

  @Column('jsonb')
  email!: SendProposal['email'];

  @Column('json')
  mail!: ProposedMail;

  @Column('boolean')
  test!: boolean;

  @Column('jsonb', { name: 'proposed_by' })
  proposedBy!: ProposalActor;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('timestamptz', { name: 'decided_at', nullable: true })
  decidedAt!: Date | null;

  @Column('jsonb', { name: 'decided_by', nullable: true })
  decidedBy!: ProposalActor | null;

  @Column('text', { nullable: true })
  reason!: string | null;

  @Column({ type: 'text', name: 'log_id', nullable: true, collation: 'C' })
  logId!: string | null;
}
