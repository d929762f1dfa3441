export { Batcher } from './batcher.js';
export { within } from './deadline.js';
export { EventLoopTurns } from './event-loop-turns.js';
export { FairQueue, QueueFull, QueueTimeout } from './fair-queue.js';
export type { Release } from './fair-queue.js';
export { repeatLost } from './lost-transactions.js';
export { PeriodicTask } from './periodic-task.js';
export type { Period } from './periodic-task.js';
