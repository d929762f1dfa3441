import { Module } from '@nestjs/common';
import { ArtifactsModule } from '../artifacts/artifacts.module.js';
import { CandidatesRepository } from './candidates.repository.js';
import { RenderService } from './render.service.js';
import { ResolutionController } from './resolution.controller.js';
import { ResolutionService } from './resolution.service.js';

/** Resolves templates to versions, for sends and renderings. */
@Module({
  imports: [ArtifactsModule],
  controllers: [ResolutionController],
  providers: [ResolutionService, CandidatesRepository, RenderService],
})
export class ResolutionModule {}
