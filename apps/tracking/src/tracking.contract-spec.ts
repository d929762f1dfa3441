import { admitReport, resolveEspWebhook, ServiceError, takeReport } from '@postrider/contracts';
import type { ContractWorld } from '@postrider/testing';
import { arrange, describeContract } from '@postrider/testing';
import { trackingService } from './tracking.service-definition.js';

const example = takeReport.examples[0]!.request;

const known = ({ neighbours }: ContractWorld): void =>
  neighbours.answer(resolveEspWebhook, () => ({
    esp_id: 'esp_01KQV5Xx7GJ8sVJ4mB2cDe',
    esp_type: 'esp_kind_4' as const,
    settings: { username: 'hook', password: 'secret' },
  }));
/** What is known of a token is kept for a while: every case has its own. */
const unknown = ({ neighbours }: ContractWorld, token: string): { token: string } => {
  neighbours.answer(resolveEspWebhook, () => {
    throw new ServiceError('not_found', 'ESP account not found');
  });
  return { token };
};

describeContract(trackingService, [
  arrange(admitReport, { given: known, errors: { not_found: (world) => unknown(world, 'one') } }),
  arrange(takeReport, {
    given: known,
    errors: {
      not_found: (world) => ({ ...example, ...unknown(world, 'another') }),
      unauthenticated: (world) => {
        known(world);
        return { ...example, headers: {} };
      },
      invalid_request: (world) => {
        known(world);
        return { ...example, body: '' };
      },
    },
  }),
]);
