import type { Case } from './promtool.mjs';

export const faults: readonly { readonly names: readonly string[]; readonly alerts: readonly string[] }[];
export const cases: readonly Case[];
