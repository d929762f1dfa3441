export { exactJson, parseExactly } from './exact-json.js';
export { losesText, toNumber, LosslessNumber } from './lossless-number.js';
export {
  splitLosslessNumbers,
  findLosslessNumbers,
  serializeLossless,
  parseLossless,
  withLosslessNumbers,
} from './lossless-numbers.js';
export type { LosslessNumbers } from './lossless-numbers.js';
