import { Module } from '@nestjs/common';
import { ArtifactsModule } from '../artifacts/artifacts.module.js';
import { CandidatesRepository } from './candidates.repository.js';
import { RenderService } from './render.service.js';
import { ResolutionController } from './resolution.controller.js';
import { ResolutionService } from './resolution.service.js';

/** What a template stands for at a send or a render. */
@Module({
  imports: [ArtifactsModule],
  controllers: [ResolutionController],
  providers: [ResolutionService, CandidatesRepository, RenderService],
})
export class ResolutionModule {}
