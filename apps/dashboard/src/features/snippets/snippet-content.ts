import type { Content } from '../templates/editing/version-content.js';
import type { Snippet } from './requests.js';

/** A snippet as something that is written: its body is what the HTML of a version is. */
export const contentOfSnippet = ({ name, body }: Pick<Snippet, 'name' | 'body'>): Content => ({
  name,
  html: body,
  subject: '',
  preheader: '',
  text: '',
  amp_html: '',
  data: '{}',
});
