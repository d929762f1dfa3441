import { Controller } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { ok, okResponse } from '@postrider/contracts';
import { z } from 'zod';
import type { Caller } from '../http/caller.js';
import { CurrentCaller, CurrentContext, Endpoint, success } from '../http/endpoint.js';
import { LimitsService, limitResource } from './limits.service.js';

/** See docs/reference/limits.md. */
@Controller('limits')
export class LimitsController {
  constructor(private readonly limits: LimitsService) {}

  @Endpoint('GET', '', 'read', ok.extend({ limits: z.array(limitResource).describe('Every limit, rates first.') }), {
    summary: "Show the account's limits",
    description: 'With current use. Figures of services that are unavailable are omitted.',
    examples: {
      response: {
        ...okResponse,
        limits: [
          { name: 'requests_per_second', limit: 2_000, burst: 120_000, used: 12, remaining: 119_988, reset: 1 },
          { name: 'templates', limit: 10_000, used: 3, remaining: 9_997 },
        ],
      },
    },
  })
  async list(@CurrentContext() context: RequestContext, @CurrentCaller() caller: Caller) {
    return success({ limits: await this.limits.list(context, caller) });
  }
}
