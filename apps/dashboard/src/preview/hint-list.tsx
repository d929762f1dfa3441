import { t } from '../i18n/texts.js';
import { Icon } from '../ui/icon.js';
import type { Hint, HintKind } from './hints.js';

/** The hints about an email, as items of a list. */
export const HintItems = ({ hints }: { readonly hints: readonly Hint[] }) =>
  hints.map(({ kind, about = '' }) => (
    <li key={`${kind} ${about}`} className="preview-issue">
      <Icon name="right" />
      <span className="preview-issue-text">{texts()[kind].replace('{about}', () => about)}</span>
    </li>
  ));

const texts = (): Readonly<Record<HintKind, string>> => ({
  'link-empty': t('Empty link: {about}'),
  'link-insecure': t('Link without encryption (http): {about}'),
  'link-to-address': t('Link to an IP address, typical of spam: {about}'),
  'link-to-private-host': t('Recipients cannot open this link to a private network: {about}'),
  'link-shortened': t('Spam filters distrust shortened links: {about}'),
  'link-says-otherwise': t('Link text and target differ, typical of phishing: {about}'),
  'link-relative': t('Link needs a full URL with https://: {about}'),
  'image-without-text': t('Image without alt text: {about}'),
  'image-without-width': t('Image without a width attribute: Outlook shows it in its full size: {about}'),
  'image-not-loadable': t('Image needs a full URL with https://: {about}'),
  'image-insecure': t('Image without encryption (http), which some email apps do not load: {about}'),
  'image-embedded': t('Gmail does not show embedded images (data:). Link to the image instead.'),
  'image-svg': t('Gmail does not show SVG images. Use PNG: {about}'),
  'only-images': t('The email is almost only images: many readers see nothing, and spam filters distrust it'),
  'html-long': t('The HTML is {about} KB. Gmail shows the first 102 KB and a link to the rest.'),
  'low-contrast': t('Text with low contrast is hard to read, at least 4.5 is recommended: {about}'),
  'no-dark-mode': t('No dark mode styles: email apps choose dark colors themselves'),
  unsupported: t('Gmail and Outlook ignore {about}'),
  'subject-empty': t('The subject is empty'),
  'subject-long': t('The subject is {about} characters long; email apps truncate it at about 70, phones at 40'),
  'subject-shouts': t('The subject is all in capitals'),
  'subject-marks': t('The subject has several ! or ? in a row'),
  'spam-words': t('Words that are typical of spam: {about}'),
  'tag-left': t('Unrendered tag: {about}'),
  form: t('Forms do not work in most email apps. Link to a page instead.'),
  'no-text-part': t('No text part: it is generated from the HTML'),
  'no-preheader': t('No preheader: mailboxes show the beginning of the email'),
});
