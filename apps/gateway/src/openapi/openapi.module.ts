import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ApiDescription } from './openapi.js';
import { OpenApiController } from './openapi.controller.js';

/** The OpenAPI description of the operations of all modules. */
@Module({
  imports: [DiscoveryModule],
  controllers: [OpenApiController],
  providers: [ApiDescription],
  exports: [ApiDescription],
})
export class OpenApiModule {}
