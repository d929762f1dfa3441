import { Counter, Gauge } from 'prom-client';

export const attemptsMade = new Counter({
  name: 'postrider_attempts_total',
  help: 'Attempts to hand a message to an ESP, by outcome and ESP account',
  labelNames: ['outcome', 'esp_account'],
});
export const workDue = new Gauge({
  name: 'postrider_work_due',
  help: 'Messages that are due and nobody is sending, counted up to 10000 an ESP account',
});
export const workOldestDue = new Gauge({
  name: 'postrider_work_oldest_due_seconds',
  help: 'How long the oldest of them has been due',
});
export const breakersOpen = new Gauge({
  name: 'postrider_breaker_open',
  help: '1 for each ESP account that is paused because it fails',
  labelNames: ['esp_account'],
});
