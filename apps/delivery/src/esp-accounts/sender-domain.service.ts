import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, checkSenderDomain, RequestOf } from '@postrider/contracts';
import { ProviderRequestLimiter } from './connection-tests.service.js';
import { checkSender, names } from './sender-domain.js';

/** See docs/operate/limits-internal.md#sending-email. */
const maxMs = 12_000;

/** Checks the DNS records of a sender domain (docs/providers.md#sender-domains). */
@Injectable()
export class SenderDomainService {
  constructor(private readonly limiter: ProviderRequestLimiter) {}

  check(
    accountId: string,
    { address }: RequestOf<typeof checkSenderDomain>,
  ): Promise<ResponseInputOf<typeof checkSenderDomain>> {
    const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
    return this.limiter.run(accountId, async () => {
      const resolver = names();
      // Cancelled queries count as queries without a response.
      const deadline = setTimeout(() => resolver.cancel(), maxMs);
      try {
        return { object: 'sender_domain', domain, findings: await checkSender(resolver, domain) };
      } finally {
        clearTimeout(deadline);
      }
    });
  }
}
