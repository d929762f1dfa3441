import { Module } from '@nestjs/common';
import { InvitationsModule } from '../invitations/invitations.module.js';
import { OneTimeTokensModule } from '../one-time-tokens/one-time-tokens.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SystemMailModule } from '../system-mail/system-mail.module.js';
import { IdentityHooksModule } from '../identity-hooks/identity-hooks.module.js';
import { TemplatesController } from './templates.controller.js';
import { CommentsController } from './comments.controller.js';
import { SamplesController } from './samples.controller.js';
import { VersionsController } from './versions.controller.js';
import { AuthorsRepository } from './authors.repository.js';
import { MentionsService } from './mentions.service.js';
import { LastSent } from './last-sent.js';

/** Templates, their versions and sample data. */
@Module({
  imports: [IdentityHooksModule, InvitationsModule, OneTimeTokensModule, SessionsModule, SystemMailModule],
  controllers: [TemplatesController, VersionsController, CommentsController, SamplesController],
  providers: [AuthorsRepository, LastSent, MentionsService],
})
export class TemplatesModule {}
