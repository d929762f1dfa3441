import { Module } from '@nestjs/common';
import { SnippetsController } from './snippets.controller.js';

/** Snippets that templates include. */
@Module({ controllers: [SnippetsController] })
export class SnippetsModule {}
