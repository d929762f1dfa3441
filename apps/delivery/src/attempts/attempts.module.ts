import { Module } from '@nestjs/common';
import { Renderer } from '@postrider/rendering';
import { BlobsModule } from '../blobs/blobs.module.js';
import { DripMailsModule } from '../drip-mails/drip-mails.module.js';
import { EspAccountsModule } from '../esp-accounts/esp-accounts.module.js';
import { LogsModule } from '../logs/logs.module.js';
import { MailTracking } from '../tracking/mail-tracking.js';
import { ArtifactCache } from './artifact-cache.js';
import { ArtifactsRepository } from './artifacts.repository.js';
import { AttemptProcessor } from './attempt-processor.js';
import { DueMails, DueTemplates } from './due-mails.js';
import { MailRenderer } from './mail-renderer.js';
import { MailSender } from './mail-sender.js';
import { ResultRecorder } from './result-recorder.js';
import { ResultsRepository } from './results.repository.js';

const renderer = { provide: Renderer, useFactory: () => new Renderer() };

/** Runs attempts to send messages and records their results. */
@Module({
  imports: [BlobsModule, DripMailsModule, EspAccountsModule, LogsModule],
  providers: [
    renderer,
    AttemptProcessor,
    ArtifactCache,
    ArtifactsRepository,
    DueMails,
    DueTemplates,
    MailRenderer,
    MailSender,
    MailTracking,
    ResultRecorder,
    ResultsRepository,
  ],
  exports: [ArtifactCache, ArtifactsRepository, AttemptProcessor, MailRenderer, MailTracking, Renderer],
})
export class AttemptsModule {}
