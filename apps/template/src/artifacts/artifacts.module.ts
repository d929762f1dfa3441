import type { OnApplicationShutdown } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module.js';
import { Renderer, closeMjmlPool } from '@postrider/rendering';
import { ArtifactsController } from './artifacts.controller.js';
import { ArtifactsRepository, SnippetSourcesRepository, UnusedArtifacts } from './artifacts.repository.js';
import { Compiler } from './compiler.js';

/** One per process, so that rendering and compiling share its workers. */
const renderer = { provide: Renderer, useFactory: () => new Renderer() };

/** Compiled versions, stored for as long as email can refer to them. */
@Module({
  imports: [LimitsModule],
  controllers: [ArtifactsController],
  providers: [ArtifactsRepository, Compiler, SnippetSourcesRepository, UnusedArtifacts, renderer],
  exports: [ArtifactsRepository, Compiler, SnippetSourcesRepository, Renderer],
})
export class ArtifactsModule implements OnApplicationShutdown {
  constructor(private readonly renderer: Renderer) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.renderer.close(), closeMjmlPool()]);
  }
}
