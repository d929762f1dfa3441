import { Module } from '@nestjs/common';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import { HttpModule } from '../http/http.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { SendModule } from '../send/send.module.js';
import { BodyReceiver } from './body-receiver.js';
import { SubmissionCommands } from './submission-commands.js';
import { SubmissionServer } from './submission-server.js';
import { SubmissionsService } from './submissions.service.js';

/** SMTP submission: the same sends as over HTTP. */
@Module({
  imports: [AuthenticationModule, HttpModule, LimitsModule, SendModule],
  providers: [BodyReceiver, SubmissionCommands, SubmissionServer, SubmissionsService],
})
export class SmtpModule {}
