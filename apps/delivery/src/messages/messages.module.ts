import { Module } from '@nestjs/common';
import { IdempotentRequests } from '@postrider/messaging';
import { AttemptsModule } from '../attempts/attempts.module.js';
import { BlobsModule } from '../blobs/blobs.module.js';
import { EspAccountsModule } from '../esp-accounts/esp-accounts.module.js';
import { QueueModule } from '../queue/queue.module.js';
import { AcceptanceRepository } from './acceptance.repository.js';
import { AcceptanceService } from './acceptance.service.js';
import { ContentCompiler } from './content-compiler.js';
import { QueuedMessagesService } from './queued-messages.service.js';
import { MessageCommit } from './message-commit.js';
import { MessagesRepository } from './messages.repository.js';
import { MessagesController } from './messages.controller.js';
import { ResendService } from './resend.service.js';
import { MailView } from './mail-view.js';
import { SentMailService } from './sent-mail.service.js';
import { VersionComparisonService } from './version-comparison.service.js';
import { WebViewService } from './web-view.service.js';

/** Accepting, resending, cancelling and showing messages. */
@Module({
  imports: [AttemptsModule, QueueModule, EspAccountsModule, BlobsModule],
  controllers: [MessagesController],
  providers: [
    AcceptanceService,
    ContentCompiler,
    AcceptanceRepository,
    MessageCommit,
    MessagesRepository,
    ResendService,
    QueuedMessagesService,
    WebViewService,
    SentMailService,
    VersionComparisonService,
    MailView,
    IdempotentRequests,
  ],
  exports: [AcceptanceService, ContentCompiler, MailView, SentMailService],
})
export class MessagesModule {}
