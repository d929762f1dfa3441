import { noisy } from '../noisy/scenarios.mjs';
import { overload } from '../overload/scenario.mjs';
import { backup } from './backup.mjs';
import { broker, brokers } from './broker.mjs';
import { certificates } from './certificates.mjs';
import { clock } from './clock.mjs';
import { doors } from './doors.mjs';
import { drip } from './drip.mjs';
import { failover, postgres } from './postgres.mjs';
import { hostedProvider, provider } from './provider.mjs';
import { messages } from './messages.mjs';
import { names, networks } from './networks.mjs';
import { pooler } from './pooler.mjs';
import { processes, replicas } from './processes.mjs';
import { resources } from './resources.mjs';
import { scaling } from './scaling.mjs';
import { trackingFaults } from './tracking.mjs';
import { upgrade } from './upgrade.mjs';
import { webhooks } from './webhooks.mjs';

/** In the order of execution and report. */
export const all = [
  ...processes,
  ...replicas,
  ...doors,
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
