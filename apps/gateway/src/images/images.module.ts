import { Module } from '@nestjs/common';
import { TrackingModule } from '../tracking/tracking.module.js';
import { ImagesController } from './images.controller.js';

/** Images that emails show. */
@Module({ imports: [TrackingModule], controllers: [ImagesController] })
export class ImagesModule {}
