import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CONFIG } from '@postrider/service';
import type { GatewayConfig } from '../config.js';
import { Admission } from './admission.js';
import { BodyMemory } from './body-memory.js';
import { BodyRateLimiter } from './body-rate-limiter.js';
import { BodyReader } from './body.middleware.js';
import { Tarpit } from './tarpit.js';
import { Routes } from './routes.js';

/** Request bodies, delayed rejections and routes. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    Admission,
    BodyRateLimiter,
    BodyReader,
    Tarpit,
    Routes,
    {
      provide: BodyMemory,
      inject: [CONFIG],
      useFactory: ({ BODY_MEMORY_MB }: GatewayConfig) => new BodyMemory(BODY_MEMORY_MB * 1024 * 1024),
    },
  ],
  exports: [Admission, BodyMemory, BodyRateLimiter, BodyReader, Tarpit, Routes],
})
export class HttpModule {}
