import { newId, recordEngagements, recordUnsubscribe } from '@postrider/contracts';
import { arrange, describeContract } from '@postrider/testing';
import { trackingService } from './tracking.service-definition.js';

describeContract(trackingService, [
  arrange(recordEngagements, { given: () => ({}) }),
  arrange(recordUnsubscribe, { given: () => ({ log_id: newId('log') }) }),
]);
