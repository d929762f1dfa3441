export { invalidMail, parseMail, valueOf, type MimeField, type MimeFile, type ParsedMail } from './parse-mail.js';
