import { Counter } from 'prom-client';

const events = new Counter({
  name: 'postrider_provider_events_total',
  help: 'Events that providers reported, by type of the ESP account and what became of them',
  labelNames: ['esp_type', 'outcome'],
});

export function countEvents(
  esp_type: string,
  outcome: 'stored' | 'repeated' | 'ignored' | 'unknown_type' | 'no_log',
  count: number,
): void {
  if (count > 0) events.inc({ esp_type, outcome }, count);
}
