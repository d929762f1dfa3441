import { Injectable, Logger } from '@nestjs/common';
import { getBurst } from '@postrider/concurrency';
import type { LimitName, QuotaName, RateName, RequestContext, Rpc } from '@postrider/contracts';
import {
  getDeliveryUsage,
  getDripUsage,
  getTemplateUsage,
  getTrackingUsage,
  isRate,
  limitNames,
  getQuota,
  getRate,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { DataSource } from 'typeorm';
import { ApiKeysRepository } from '../api-keys/api-keys.repository.js';
import { BodyRateLimiter, roundToHundredths } from '../http/body-rate-limiter.js';
import type { Caller } from '../http/caller.js';
import { MembershipsRepository } from '../invitations/memberships.repository.js';
import { IdentityHooksRepository } from '../identity-hooks/identity-hooks.repository.js';
import { RequestLimits } from './request-limits.js';
import { z } from 'zod';

const amount = z.number().nonnegative();

/**
 * A limit of the account or key (docs/reference/limits.md). For a rate, `limit` is per second, `used` and `remaining`
 * refer to `burst`, and `reset` is the seconds until the burst is full. Without its service, a limit has no use.
 */
export const limitResource = z
  .object({
    name: z.enum(limitNames).describe('What is limited.'),
    limit: amount.describe('The limit; of a rate, per second.'),
    burst: amount.optional().describe('Of a rate: the burst.'),
    used: amount
      .optional()
      .describe('How much is used; of a rate, of its burst. Absent while its service is unavailable.'),
    remaining: amount.optional().describe('How much is left; absent while its service is unavailable.'),
    reset: amount.optional().describe('Of a rate: seconds until the whole burst is available.'),
  })
  .meta({ id: 'Limit', description: 'A limit of the account or key.' });
type LimitResource = z.output<typeof limitResource>;

/** The use by limit, as far as it is known. */
type Usage = Readonly<Partial<Record<LimitName, number>>>;

/** Lists the limits of an account with their use, which the services report. */
@Injectable()
export class LimitsService {
  private readonly logger = new Logger(LimitsService.name);

  constructor(
    private readonly services: ContractClient,
    private readonly keys: ApiKeysRepository,
    private readonly database: DataSource,
    private readonly memberships: MembershipsRepository,
    private readonly hooks: IdentityHooksRepository,
    private readonly requests: RequestLimits,
    private readonly bodies: BodyRateLimiter,
  ) {}

  async list(context: RequestContext, caller: Caller): Promise<LimitResource[]> {
    const [api_keys, users, identity_hooks, ...usages] = await Promise.all([
      this.keys.count(context.accountId),
      this.memberships.count(this.database.manager, context.accountId),
      this.hooks.count(context.accountId),
      ...[getTemplateUsage, getDeliveryUsage, getDripUsage, getTrackingUsage].map((rpc) => this.getUsage(rpc, context)),
    ]);
    const usage: Usage = Object.assign({ api_keys, users, identity_hooks }, ...usages);
    return limitNames.flatMap((name) => (isRate(name) ? this.rate(name, caller, usage) : quota(name, context, usage)));
  }

  /** Empty while the service is unavailable. */
  private getUsage(rpc: Rpc, context: RequestContext): Promise<Usage> {
    return (this.services.call(rpc, context, {}) as Promise<Usage>).catch((error: unknown) => {
      this.logger.warn({ err: error }, `cannot read the usage of ${rpc.owner}`);
      return {};
    });
  }

  /** Empty if the rate limit is turned off. */
  private rate(name: RateName, caller: Caller, usage: Usage): LimitResource[] {
    if (name === 'mjml_seconds_per_second') return [rate(name, getRate(caller, name), usage[name])];
    const [own, state] =
      name === 'body_bytes_per_second'
        ? [this.bodies.getRate(caller), this.bodies.getState(caller)]
        : [this.requests.getRate(caller, name), this.requests.getState(caller, name)];
    return state ? [rate(name, own, state.reset * own.perSecond)] : [];
  }
}

function rate(name: RateName, { perSecond, windowSeconds }: ReturnType<typeof getRate>, used?: number): LimitResource {
  const burst = getBurst({ perSecond, windowSeconds });
  if (used === undefined) return { name, limit: perSecond, burst };
  return {
    name,
    limit: perSecond,
    burst,
    used: roundToHundredths(used),
    remaining: roundToHundredths(Math.max(0, burst - used)),
    reset: Math.ceil(used / perSecond),
  };
}

function quota(name: QuotaName, context: RequestContext, usage: Usage): LimitResource {
  const limit = getQuota(context, name);
  const used = usage[name];
  return used === undefined ? { name, limit } : { name, limit, used, remaining: Math.max(0, limit - used) };
}
