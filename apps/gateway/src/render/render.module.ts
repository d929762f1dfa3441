import { Module } from '@nestjs/common';
import { RenderController } from './render.controller.js';

/** Renders without sending. */
@Module({ controllers: [RenderController] })
export class RenderModule {}
