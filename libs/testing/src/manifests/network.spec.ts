import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Manifest } from './built.js';
import { build, root, selects, getTemplate, withOptions } from './built.js';

interface Port {
  readonly port: number;
  readonly endPort?: number;
}
type Direction = 'egress' | 'ingress';

const page = readFileSync(resolve(root, 'docs/operate/kubernetes.md'), 'utf8');
const apps = ['gateway', 'template', 'delivery', 'tracking', 'customer', 'drip'];

const opens = (
  manifests: readonly Manifest[],
  labels: Record<string, string>,
  way: Direction,
  wanted: number,
): boolean =>
  manifests
    .filter(({ kind, spec }) => kind === 'NetworkPolicy' && selects(spec.podSelector?.matchLabels ?? {}, labels))
    .flatMap(({ spec }) => (spec[way] ?? []) as { readonly ports?: readonly Port[] }[])
    .flatMap(({ ports = [] }) => ports)
    .some(({ port, endPort = port }) => port <= wanted && wanted <= endPort);

describe('network policies', () => {
  const getLabels = (manifests: readonly Manifest[], name: string): Record<string, string> =>
    getTemplate(manifests.find((one) => ['Deployment', 'Job'].includes(one.kind) && one.metadata.name === name)!)!
      .metadata.labels;
  const reaches = (overlay: string, name: string, port: number): boolean =>
    opens(build(overlay), getLabels(build(overlay), name), 'egress', port);

  it.each(apps)('allow %s to reach DNS, PostgreSQL, RabbitMQ and a trace collector', (app) => {
    for (const overlay of [withOptions, 'operators'])
      expect([53, 5432, 5671, 4318].filter((port) => !reaches(overlay, app, port))).toEqual([]);
  });

  it('allow only the gateway to reach an OIDC provider when the component is used, besides apps that need the internet', () => {
    expect(reaches('operators', 'gateway', 443)).toBe(true);
    expect(reaches('production', 'gateway', 443)).toBe(false);
    expect(['template', 'customer', 'drip'].filter((app) => reaches('operators', app, 443))).toEqual([]);
  });

  it('allow migrations to reach PostgreSQL and nothing outside', () => {
    expect(apps.filter((app) => !reaches('operators', `${app}-migration`, 5432))).toEqual([]);
    expect(apps.filter((app) => reaches('operators', `${app}-migration`, 443))).toEqual([]);
  });

  it('open the documented ports of PostgreSQL and RabbitMQ, and none without TLS', () => {
    const manifests = build('operators');
    const port = (host: string): number => Number(new RegExp(`@${host}:(\\d+)/`).exec(page)![1]);
    expect(opens(manifests, { 'cnpg.io/cluster': 'postrider-db' }, 'ingress', port('postrider-db-rw'))).toBe(true);
    expect(opens(manifests, { 'app.kubernetes.io/name': 'postrider-mq' }, 'ingress', port('postrider-mq'))).toBe(true);
    expect(opens(manifests, { 'app.kubernetes.io/name': 'postrider-mq' }, 'ingress', 5672)).toBe(false);
  });
});

describe('the component monitoring', () => {
  it('links each alert to its section in the published runbook', () => {
    for (const overlay of [withOptions, 'operators']) {
      const rules = build(overlay).find(({ kind }) => kind === 'PrometheusRule')!;
      const addresses = JSON.stringify(rules).match(/"runbook_url":"[^"]*"/g)!;
      expect(addresses.length).toBeGreaterThan(20);
      expect(addresses.filter((one) => !/:"https:\/\/[^"]+\/operate\/runbook\.md#postrider\w+"$/.test(one))).toEqual(
        [],
      );
    }
  });

  it('has the labels that kube-prometheus-stack selects, in the overlay for operators', () => {
    const found = build('operators').filter(({ apiVersion }) => apiVersion.startsWith('monitoring.coreos.com/'));
    expect(found.map(({ kind }) => kind).toSorted()).toEqual(['PodMonitor', 'PrometheusRule']);
    for (const { metadata } of found) expect(metadata.labels).toEqual({ release: 'kube-prometheus-stack' });
  });
});
