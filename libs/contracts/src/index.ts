export * from './all-contracts.js';
export * from './messages.js';
