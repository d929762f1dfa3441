export { exactJson, parseExactly } from './exact-json.js';
export { losesText, numberOf, LosslessNumber } from './lossless-number.js';
export {
  splitLosslessNumbers,
  losslessNumbersOf,
  serializeLossless,
  parseLossless,
  withLosslessNumbers,
} from './lossless-numbers.js';
export type { LosslessNumbers } from './lossless-numbers.js';
