import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { inboxRetention } from '@postrider/outbox';
import { customerRetention } from '../../../customer/src/customer.module.js';
import { deliveryRetention } from '../../../delivery/src/retention.js';
import { dripRetention } from '../../../drip/src/drip.module.js';
import { gatewayRetention } from '../../../gateway/src/database.js';
import { templateRetention } from '../../../template/src/template.module.js';
import { trackingRetention } from '../../../tracking/src/retention.js';

const rules = [
  inboxRetention,
  ...customerRetention,
  ...deliveryRetention,
  ...dripRetention,
  ...gatewayRetention,
  ...templateRetention,
  ...trackingRetention({ LOG_RETENTION_MONTHS: 3, WEBHOOK_RETENTION_DAYS: 7 }),
];
const section = readFileSync('docs/operate/limits.md', 'utf8').split('## Data retention')[1]!.split('\n## ')[0]!;
const documented = new Map(
  section
    .split('\n')
    .map((row) => row.split(' | '))
    .flatMap(([, kept, tables = '']) => [...tables.matchAll(/`(\w+)`/g)].map(([, table]) => [table!, kept!] as const)),
);

/** Periods in the SQL of a rule. */
const findPeriods = (rule: (typeof rules)[number]): string[] =>
  'where' in rule && typeof rule.where === 'string'
    ? [...rule.where.matchAll(/interval '([^']+)'/g)].map(([, period]) => period!)
    : [];

describe('docs/operate/limits.md#data-retention', () => {
  it('lists exactly the tables with a retention rule', () => {
    expect([...documented.keys()].toSorted()).toEqual([...new Set(rules.map(({ table }) => table))].toSorted());
  });

  it.each(rules.filter(({ table }) => table !== 'sessions'))('contains the retention of $table', (rule) => {
    for (const period of findPeriods(rule)) expect(documented.get(rule.table)).toContain(period);
  });
});
