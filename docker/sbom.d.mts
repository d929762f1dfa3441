export interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
}

export interface Bill {
  readonly serialNumber?: string;
  readonly metadata: { readonly timestamp: string; readonly component: { readonly 'bom-ref': string } };
  readonly components: readonly { readonly 'bom-ref': string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

export interface Surroundings {
  readonly installed: ReadonlySet<string>;
  readonly statuses: readonly string[];
  readonly nodeVersion: string;
  readonly seconds: number;
}

export function installedPackages(lock: {
  readonly packages: Readonly<Record<string, { readonly name?: string; readonly version: string }>>;
}): Set<string>;
export function debianComponent(status: string): Component;
export function completeBill(bill: Bill, surroundings: Surroundings): Bill;
