export interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
}

export interface Bill {
  readonly serialNumber?: string;
  readonly metadata: { readonly timestamp: string; readonly component: object };
  readonly components: readonly object[];
}

export interface Surroundings {
  readonly statuses: readonly string[];
  readonly nodeVersion: string;
  readonly seconds: number;
}

export function debianComponent(status: string): Component;
export function completeBill(bill: Bill, surroundings: Surroundings): Bill;
