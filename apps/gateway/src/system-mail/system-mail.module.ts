import { Module } from '@nestjs/common';
import { SystemMailRepository } from './system-mail.repository.js';
import { SystemMailService } from './system-mail.service.js';

/** Emails to users: invitations and password resets. */
@Module({ providers: [SystemMailRepository, SystemMailService], exports: [SystemMailRepository, SystemMailService] })
export class SystemMailModule {}
