import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LimitsModule } from '../limits/limits.module.js';
import { TransactionsModule } from '../transactions/edit-transactions.js';
import { ImageEntity } from './image.entity.js';
import { ImagesController } from './images.controller.js';
import { ImagesRepository } from './images.repository.js';
import { ImagesService } from './images.service.js';

/** Images that emails show. */
@Module({
  imports: [TypeOrmModule.forFeature([ImageEntity]), LimitsModule, TransactionsModule],
  controllers: [ImagesController],
  providers: [ImagesRepository, ImagesService],
})
export class ImagesModule {}
