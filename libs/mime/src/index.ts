export { invalidMail, parseMail, getValue, type MimeField, type MimeFile, type ParsedMail } from './parse-mail.js';
