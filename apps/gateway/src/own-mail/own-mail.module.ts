import { Module } from '@nestjs/common';
import { OwnMailRepository } from './own-mail.repository.js';
import { OwnMailService } from './own-mail.service.js';

/** Mails to the users themselves. */
@Module({ providers: [OwnMailRepository, OwnMailService], exports: [OwnMailService] })
export class OwnMailModule {}
