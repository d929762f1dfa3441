export type { Lookup } from './name-lookups.js';
export { ReachableNetworks } from './reachable-networks.js';
export type { CheckedAddress } from './reachable-networks.js';
