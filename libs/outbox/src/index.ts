export { bundledText, bundleNumbers, toBundles, bundleTopic, textSeparator } from './bundles.js';
export { addToOutbox, Outbox, outboxRow } from './outbox.js';
export type { OutboxRow } from './outbox.js';
export { OutboxDeadLetters } from './outbox-dead-letters.js';
export { OutboxModule } from './outbox.module.js';
export { OutboxRelay } from './relay.js';
export { inboxRetention, outboxEntities, outboxTables } from './tables.js';
export { preparedQuery } from './inbox.js';
