import { noisy } from '../noisy/scenarios.mjs';
import { overload } from '../overload/scenario.mjs';
import { backup } from './backup.mjs';
import { broker } from './broker.mjs';
import { brokers } from './brokers.mjs';
import { certificates } from './certificates.mjs';
import { clock } from './clock.mjs';
import { drip } from './drip.mjs';
import { failover } from './failover.mjs';
import { hostedProvider } from './hosted.mjs';
import { messages } from './messages.mjs';
import { names } from './names.mjs';
import { networks } from './networks.mjs';
import { pooler } from './pooler.mjs';
import { postgres } from './postgres.mjs';
import { processes } from './processes.mjs';
import { provider } from './provider.mjs';
import { replicas } from './replicas.mjs';
import { resources } from './resources.mjs';
import { scaling } from './scaling.mjs';
import { trackingFaults } from './tracking.mjs';
import { upgrade } from './upgrade.mjs';
import { webhooks } from './webhooks.mjs';

/** In the order in which they are run and reported. */
export const all = [
  ...processes,
  ...replicas,
  ...upgrade,
  ...scaling,
  ...broker,
  ...brokers,
  ...postgres,
  ...failover,
  ...backup,
  ...networks,
  ...pooler,
  ...resources,
  ...provider,
  ...names,
  ...certificates,
  ...hostedProvider,
  ...messages,
  ...clock,
  ...webhooks,
  ...trackingFaults,
  ...overload,
  ...noisy,
  ...drip,
];
