import { Module } from '@nestjs/common';
import { SendModule } from '../send/send.module.js';
import { RawMailsController } from './raw-mails.controller.js';
import { RawMailsService } from './raw-mails.service.js';

/** Sends emails that callers composed in MIME. */
@Module({ imports: [SendModule], controllers: [RawMailsController], providers: [RawMailsService] })
export class RawMailsModule {}
