export { Batcher } from './batcher.js';
export { within } from './deadline.js';
export { repeatLost } from './lost-transactions.js';
export { PeriodicTask } from './periodic-task.js';
export type { Period } from './periodic-task.js';
export { KeyedSlots, TooManyWaiting } from './keyed-slots.js';
export { Semaphore } from './semaphore.js';
