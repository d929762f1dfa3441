import { Counter } from 'prom-client';

export const attemptsMade = new Counter({ name: 'postrider_attempts_total', help: 'Attempts to hand a message to an ESP, by outcome', labelNames: ['outcome'] });
