export { exactJson, parseExactly } from './exact-json.js';
export { losesText, numberOf, NumberText } from './number-text.js';
export { apart, numberTextsOf, packedJson, unpacked, withNumberTexts } from './number-texts.js';
export type { NumberTexts } from './number-texts.js';
