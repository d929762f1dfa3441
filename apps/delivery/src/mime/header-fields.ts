import { wireAddress } from './addresses.js';
import type { Mailbox } from '../mail/outgoing-message.js';

const lineLength = 76;
const maxLineLength = 998;
/** 39 bytes make an encoded word of 64 characters, which fits on a line after the longest of our header names. */
const encodedWordBytes = 39;

/** Replaces control characters with a space, so that a value cannot end its header. */
export const oneLine = (value: string): string => value.replace(/[\x00-\x1f\x7f]+/g, ' ').trim();

/** RFC 2047: split between characters, separated by a space that readers drop. */
function encodedWords(value: string): string {
  const words: string[] = [];
  let word = '';
  let bytes = 0;
  for (const character of value) {
    const size = Buffer.byteLength(character);
    if (bytes + size > encodedWordBytes) {
      words.push(word);
      word = '';
      bytes = 0;
    }
    word += character;
    bytes += size;
  }
  words.push(word);
  return words.map((text) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`).join(' ');
}

/**
 * Folds before white space (RFC 5322 section 2.2.3), and directly after the name only if the line would be too long.
 */
function fold(name: string, value: string): string {
  const field = `${name}: ${value}`;
  if (field.length <= lineLength) return `${field}\r\n`;
  let folded = '';
  let line = `${name}:`;
  for (const token of field.slice(line.length).match(/(?<! ) +[^ ]+|[^ ]+/g) ?? []) {
    const available = folded === '' && line.length === name.length + 1 ? maxLineLength : lineLength;
    if (line.length + token.length > available) {
      folded += `${line}\r\n`;
      line = token;
    } else line += token;
  }
  return `${folded}${line}\r\n`;
}

/**
 * A field of free text (RFC 5322 "unstructured"), such as Subject. Text that looks like an encoded word is encoded as
 * well.
 */
export function textField(name: string, value: string): string {
  const text = oneLine(value);
  return fold(name, /[^\x20-\x7e]|=\?|[^ ]{60}/.test(text) ? encodedWords(text) : text);
}

/**
 * A header of the caller: ASCII stays unchanged, and long tokens such as URLs are not split. Machine-readable values
 * are checked to be ASCII at acceptance (docs/guides/addresses.md); in a List-Id only the part in brackets is, and the
 * rest is a phrase.
 */
export function verbatimField(name: string, value: string): string {
  const text = oneLine(value);
  if (!/[^\x20-\x7e]/.test(text)) return fold(name, text);
  const [, phrase, id] = (/^list-id$/i.test(name) && /^([^<>]*[^<>\s])\s*(<[\x21-\x7e]*>)$/.exec(text)) || [];
  if (phrase === undefined || id === undefined) return fold(name, encodedWords(text));
  return fold(name, `${encodedWords(phrase.replace(/^"(.*)"$/, '$1'))} ${id}`);
}

/** RFC 5322 section 3.4: a plain phrase, a quoted string or encoded words before the address. */
function formatMailbox({ address, name }: Mailbox): string {
  const wire = wireAddress(address);
  const phrase = oneLine(name ?? '');
  if (phrase === '') return wire;
  if (/^\w+( \w+)*$/.test(phrase) && phrase.length < 60) return `${phrase} <${wire}>`;
  if (/[^\x20-\x7e]|=\?/.test(phrase) || phrase.length >= 60) return `${encodedWords(phrase)} <${wire}>`;
  return `"${phrase.replace(/[\\"]/g, '\\$&')}" <${wire}>`;
}

export const mailboxesField = (name: string, mailboxes: readonly Mailbox[]): string =>
  fold(name, mailboxes.map(formatMailbox).join(', '));

/** RFC 2231 sections 3 and 4: percent-encoded UTF-8 in numbered pieces, split between characters. */
function encodedParameter(name: string, value: string): string {
  const segments: string[] = [];
  let segment = "utf-8''";
  for (const character of value) {
    const encoded = /[\w.-]/.test(character)
      ? character
      : Buffer.from(character).toString('hex').replace(/../g, '%$&').toUpperCase();
    if (segment.length + encoded.length > 60) {
      segments.push(segment);
      segment = '';
    }
    segment += encoded;
  }
  segments.push(segment);
  if (segments.length === 1) return ` ${name}*=${segment}`;
  return segments.map((text, index) => ` ${name}*${index}*=${text}`).join(';\r\n');
}

/** Content-Type and Content-Disposition of a named part. Long or non-ASCII names are encoded by RFC 2231 in both. */
export function namedPartFields(contentType: string, disposition: 'inline' | 'attachment', fileName: string): string {
  const name = oneLine(fileName);
  if (/^[\x20-\x7e]{0,50}$/.test(name) && !name.includes('=?')) {
    const quoted = `"${name.replace(/[\\"]/g, '\\$&')}"`;
    return (
      fold('Content-Type', `${contentType}; name=${quoted}`) +
      fold('Content-Disposition', `${disposition}; filename=${quoted}`)
    );
  }
  return (
    `Content-Type: ${contentType};\r\n${encodedParameter('name', name)}\r\n` +
    `Content-Disposition: ${disposition};\r\n${encodedParameter('filename', name)}\r\n`
  );
}
