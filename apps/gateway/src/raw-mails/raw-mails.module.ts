import { Module } from '@nestjs/common';
import { SendModule } from '../send/send.module.js';
import { RawMailsController } from './raw-mails.controller.js';

/** Sends mails that callers composed in MIME. */
@Module({ imports: [SendModule], controllers: [RawMailsController] })
export class RawMailsModule {}
