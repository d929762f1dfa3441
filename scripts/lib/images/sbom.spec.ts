import { describe, expect, it } from '@jest/globals';
import { completeBill, debianComponent } from '../../../images/sbom.mjs';

const libc = 'Package: libc6\nStatus: install ok installed\nArchitecture: amd64\nVersion: 2.36-9+deb12u14\n';
const bill = (moment: string) => ({
  serialNumber: `urn:uuid:${moment}`,
  metadata: { timestamp: moment, component: { name: 'app', version: '0.1.0' } },
  components: [{ name: 'zod' }],
});
const surroundings = { statuses: [libc], nodeVersion: '22.23.1', seconds: 1_700_000_000 };

describe('The bill of materials of the image', () => {
  it('is the same whenever and wherever it is made', () => {
    expect(completeBill(bill('now'), surroundings)).toEqual(completeBill(bill('later'), surroundings));
    expect(completeBill(bill('now'), surroundings).metadata).toEqual({
      timestamp: '2023-11-14T22:13:20.000Z',
      component: { type: 'application', name: 'postrider', version: '0.1.0' },
    });
  });

  it('has Node and the libraries of Debian beside the packages of npm', () => {
    expect(completeBill(bill('now'), surroundings).components).toMatchObject([
      { purl: 'pkg:generic/node@22.23.1' },
      { purl: 'pkg:deb/debian/libc6@2.36-9%2Bdeb12u14?arch=amd64' },
      { name: 'zod' },
    ]);
  });

  it('names a package of Debian by name, version and architecture', () => {
    expect(debianComponent(libc)).toMatchObject({ name: 'libc6', version: '2.36-9+deb12u14' });
  });
});
