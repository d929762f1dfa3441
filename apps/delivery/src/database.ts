import { outboxEntities } from '@postrider/outbox';
import type { DatabaseDefinition } from '@postrider/service';
import { BlobChunkEntity, BlobEntity, ObjectRemovalEntity } from './blobs/blob.entity.js';
import { DripMailEntity, CampaignStateEntity } from './drip-mails/drip-mail.entity.js';
import { EspAccountEntity } from './esp-accounts/esp-account.entity.js';
import { EspAccountHourEntity } from './esp-accounts/esp-account-hour.entity.js';
import { ErasureEntity } from './personal-data/erasure.entity.js';
import { LogEntity, LogEventEntity } from './logs/log.entity.js';
import { IdempotencyEntity, MessageEntity } from './messages/message.entity.js';
import { deliveryPersonalData } from './personal-data/personal-data.js';
import { Initial1790000000000 } from './migrations/1790000000000-initial.js';
import { Artifacts1790000100000, MessagesOfArtifact1790000100001 } from './migrations/1790000100000-artifacts.js';
import { ArtifactEntity } from './attempts/artifact.entity.js';
import { AttemptEntity } from './attempts/attempt.entity.js';
import { FailureEntity } from './failures/failure.entity.js';
import { WorkEntity } from './queue/work.entity.js';
import { ProposalEntity } from './proposals/proposal.entity.js';
import { SendProposals1790000300000 } from './migrations/1790000300000-send-proposals.js';
import { EspAccountRetries1790000400000 } from './migrations/1790000400000-esp-account-retries.js';
import { EspAccountHours1790000600000 } from './migrations/1790000600000-esp-account-hours.js';
import { EspAccountPauses1790001200000 } from './migrations/1790001200000-esp-account-pauses.js';
import { TestClockEntity } from './test-clocks/test-clock.entity.js';
import { TestClocks1790000700000 } from './migrations/1790000700000-test-clocks.js';
import { SuppressionEntity } from './suppressions/suppression.entity.js';

export const deliveryDatabase: DatabaseDefinition = {
  schema: 'delivery',
  entities: [
    LogEntity,
    LogEventEntity,
    MessageEntity,
    IdempotencyEntity,
    WorkEntity,
    AttemptEntity,
    ArtifactEntity,
    FailureEntity,
    EspAccountEntity,
    EspAccountHourEntity,
    BlobEntity,
    BlobChunkEntity,
    ObjectRemovalEntity,
    DripMailEntity,
    CampaignStateEntity,
    SuppressionEntity,
    ProposalEntity,
    TestClockEntity,
    ErasureEntity,
    ...outboxEntities,
  ],
  personalData: deliveryPersonalData,
  migrations: [
    Initial1790000000000,
    Artifacts1790000100000,
    MessagesOfArtifact1790000100001,
    SendProposals1790000300000,
    EspAccountRetries1790000400000,
    EspAccountHours1790000600000,
    TestClocks1790000700000,
    EspAccountPauses1790001200000,
  ],
};
