import { Body, Controller, Inject, Req } from '@nestjs/common';
import { CONFIG } from '@postrider/service';
import { z } from 'zod';
import type { GatewayConfig } from '../config.js';
import type { ApiRequest } from '../http/api-request.js';
import { Endpoint } from '../http/endpoint.js';
import { largeBody } from '../http/endpoint-metadata.js';
import type { BatchItem } from './batch.service.js';
import { batchBody, batchItem, BatchService } from './batch.service.js';

/** See docs/reference/batch.md. Each call needs its own scope. */
@Controller('batch')
export class BatchController {
  constructor(
    private readonly batches: BatchService,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Endpoint('POST', '', null, z.array(batchItem), {
    summary: 'Run several calls',
    description: 'At most 100, in order. Each needs its own scope.',
    examples: {
      request: [{ path: '/api/v1/logs?count=1', method: 'GET' }],
      response: [{ path: '/api/v1/logs?count=1', method: 'GET', status_code: 200, body: [] }],
    },
    body: largeBody,
  })
  run(@Req() request: ApiRequest, @Body({ schema: batchBody }) elements: unknown[]): Promise<BatchItem[]> {
    return this.batches.run(request, elements, this.config.REQUEST_TIMEOUT_MS);
  }
}
