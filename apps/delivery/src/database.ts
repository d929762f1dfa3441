import type { DatabaseDefinition } from '@postrider/service';
import { BlobChunkEntity } from './blobs/blob-chunk.entity.js';
import { BlobEntity } from './blobs/blob.entity.js';
import { ObjectRemovalEntity } from './blobs/object-removal.entity.js';
import { DripMailEntity } from './drip-mails/drip-mail.entity.js';
import { DripOrderEntity } from './drip-mails/drip-order.entity.js';
import { EspAccountEntity } from './esp-accounts/esp-account.entity.js';
import { ErasureEntity } from './personal-data/erasure.entity.js';
import { LogEventEntity } from './logs/log-event.entity.js';
import { LogEntity } from './logs/log.entity.js';
import { IdempotencyEntity } from './messages/idempotency.entity.js';
import { MessageEntity } from './messages/message.entity.js';
import { CreateDelivery1790000000000 } from './migrations/1790000000000-create-delivery.js';
import { KeyLogsByDnsName1790000100000 } from './migrations/1790000100000-key-logs-by-dns-name.js';
import { SeeOrdersAsTheyAreNow1795345554257 } from './migrations/1795345554257-see-orders-as-they-are-now.js';
import { CreateDripMails1790000001000 } from './migrations/1790000001000-create-drip-mails.js';
import { DetailLogEvents1795341577377 } from './migrations/1795341577377-detail-log-events.js';
import { AddEspWebhooks1795342599926 } from './migrations/1795342599926-add-esp-webhooks.js';
import { ListFailuresOfAccount1795369011548 } from './migrations/1795369011548-list-failures-of-account.js';
import { KeepSubjects1795365507253 } from './migrations/1795365507253-keep-subjects.js';
import { ErasePeople1795353834495 } from './migrations/1795353834495-erase-people.js';
import { FindSuppressions1795365331131 } from './migrations/1795365331131-find-suppressions.js';
import { KeepBlobsInABucket1795387341115 } from './migrations/1795387341115-keep-blobs-in-a-bucket.js';
import { WallAccounts1795341992415 } from './migrations/1795341992415-wall-accounts.js';
import { CreateSuppressions1795353269015 } from './migrations/1795353269015-create-suppressions.js';
import { ChooseVersionsInLogs1795408000000 } from './migrations/1795408000000-choose-versions-in-logs.js';
import { AddLeftToOfOutbox1795412000021 } from './migrations/1795412000021-add-left-to-of-outbox.js';
import { ImportEspAccounts1795413100026 } from './migrations/1795413100026-import-esp-accounts.js';
import { AttemptEntity } from './attempts/attempt.entity.js';
import { FailureEntity } from './failures/failure.entity.js';
import { WorkEntity } from './queue/work.entity.js';
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
    FailureEntity,
    EspAccountEntity,
    BlobEntity,
    BlobChunkEntity,
    ObjectRemovalEntity,
    DripMailEntity,
    DripOrderEntity,
    SuppressionEntity,
    ErasureEntity,
  ],
  migrations: [
    CreateDelivery1790000000000,
    CreateDripMails1790000001000,
    KeyLogsByDnsName1790000100000,
    DetailLogEvents1795341577377,
    WallAccounts1795341992415,
    AddEspWebhooks1795342599926,
    SeeOrdersAsTheyAreNow1795345554257,
    CreateSuppressions1795353269015,
    ErasePeople1795353834495,
    FindSuppressions1795365331131,
    KeepSubjects1795365507253,
    ListFailuresOfAccount1795369011548,
    KeepBlobsInABucket1795387341115,
    ChooseVersionsInLogs1795408000000,
    AddLeftToOfOutbox1795412000021,
    ImportEspAccounts1795413100026,
  ],
};
