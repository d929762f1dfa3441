export { LinkKeys } from './link-keys.js';
export { encodeTarget, maxTargetLength, MailLinks } from './mail-links.js';
export type { LinkedMail } from './mail-links.js';
export { readAttachmentLink, readClick, readOpen, readUnsubscribe, readView } from './read-link.js';
export type { AttachmentLink, ClickLink, ViewLink } from './read-link.js';
export { readReturnPath, returnPath } from './return-path.js';
export { trackingVariables } from './tracking-variables.js';
