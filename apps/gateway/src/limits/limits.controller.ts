import { Controller } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { ok } from '@postrider/contracts';
import { z } from 'zod';
import type { Caller } from '../http/caller.js';
import { CurrentCaller, CurrentContext, Endpoint } from '../http/endpoint.js';
import { success } from '../http/success.js';
import { limitResource } from './limit.js';
import { LimitsService } from './limits.service.js';

/** See docs/api.md#limits-of-an-account. */
@Controller('limits')
export class LimitsController {
  constructor(private readonly limits: LimitsService) {}

  @Endpoint('GET', '', 'read', ok.extend({ limits: z.array(limitResource) }))
  async list(@CurrentContext() context: RequestContext, @CurrentCaller() caller: Caller) {
    return success({ limits: await this.limits.list(context, caller) });
  }
}
