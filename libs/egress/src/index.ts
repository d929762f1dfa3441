export { ReachableNetworks } from './reachable-networks.js';
export type { CheckedAddress, Lookup } from './reachable-networks.js';
