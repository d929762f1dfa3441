import { describe, expect, it } from '@jest/globals';
import { completeBill, debianComponent, installedPackages } from './sbom.mjs';

const libc = 'Package: libc6\nStatus: install ok installed\nArchitecture: amd64\nVersion: 2.36-9+deb12u14\n';
const bill = (moment: string) => ({
  serialNumber: `urn:uuid:${moment}`,
  metadata: { timestamp: moment, component: { 'bom-ref': 'app@0.1.0', name: 'app', version: '0.1.0' } },
  components: [{ 'bom-ref': 'zod@4.6.7' }, { 'bom-ref': '@types/node@20.19.43' }, { 'bom-ref': 'jest@30.5.2' }],
  dependencies: [
    { ref: 'app@0.1.0', dependsOn: ['zod@4.6.7', 'jest@30.5.2'] },
    { ref: 'zod@4.6.7', dependsOn: [] },
    { ref: 'jest@30.5.2', dependsOn: ['zod@4.6.7'] },
  ],
});
const installed = installedPackages({
  packages: {
    'node_modules/checked': { name: 'zod', version: '4.6.7' },
    'node_modules/zod/node_modules/@types/node': { version: '20.19.43' },
  },
});
const environment = { installed, statuses: [libc], nodeVersion: '22.23.1', seconds: 1_700_000_000 };

describe('the SBOM of the image', () => {
  it('is reproducible', () => {
    expect(completeBill(bill('now'), environment)).toEqual(completeBill(bill('later'), environment));
    expect(completeBill(bill('now'), environment).metadata).toEqual({
      timestamp: '2023-11-14T22:13:20.000Z',
      component: { 'bom-ref': 'app@0.1.0', type: 'application', name: 'postrider', version: '0.1.0' },
    });
  });

  it('contains Node, the Debian libraries and the installed npm packages', () => {
    const { components, dependencies } = completeBill(bill('now'), environment);
    expect(components).toMatchObject([
      { purl: 'pkg:generic/node@22.23.1' },
      { purl: 'pkg:deb/debian/libc6@2.36-9%2Bdeb12u14?arch=amd64' },
      { 'bom-ref': 'zod@4.6.7' },
      { 'bom-ref': '@types/node@20.19.43' },
    ]);
    expect(dependencies).toEqual([
      { ref: 'app@0.1.0', dependsOn: ['zod@4.6.7'] },
      { ref: 'zod@4.6.7', dependsOn: [] },
    ]);
  });

  it('identifies a Debian package by name, version and architecture', () => {
    expect(debianComponent(libc)).toMatchObject({ name: 'libc6', version: '2.36-9+deb12u14' });
  });
});
