import type { ReactNode } from 'react';
import { Fragment } from 'react';
import { sentence } from './language.js';
import { parseMessage } from './texts.js';

/** A sentence with elements in it: `rich('Sent to {customer} {when}', { customer: <a …/>, when: <Time …/> })`. */
export const rich = (english: string, elements: Readonly<Record<string, ReactNode>>): ReactNode =>
  parseMessage(sentence(english)).map((piece, position) => (
    <Fragment key={position}>{'name' in piece ? elements[piece.name] : piece.text}</Fragment>
  ));
