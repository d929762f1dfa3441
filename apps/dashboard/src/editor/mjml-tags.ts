import type { TagSpec } from '@codemirror/lang-html';

/** Attributes, values and children that MJML allows. A spec compares the table with MJML itself. */
export const mjmlElements: Readonly<Record<string, { readonly attributes: string; readonly children: string }>> = {
  mjml: { attributes: 'dir lang owa', children: 'mj-body mj-head mj-raw' },
  'mj-body': { attributes: 'background-color id width', children: 'mj-raw mj-section mj-wrapper mj-hero' },
  'mj-head': {
    attributes: '',
    children: 'mj-attributes mj-breakpoint mj-html-attributes mj-font mj-preview mj-style mj-title mj-raw',
  },
  'mj-attributes': { attributes: '', children: '' },
  'mj-breakpoint': { attributes: 'width', children: '' },
  'mj-html-attributes': { attributes: '', children: 'mj-selector' },
  'mj-font': { attributes: 'href name', children: '' },
  'mj-preview': { attributes: '', children: '' },
  'mj-style': { attributes: 'inline', children: '' },
  'mj-title': { attributes: '', children: '' },
  'mj-hero': {
    attributes:
      'background-color background-height background-position background-url background-width border-radius height inner-background-color inner-padding inner-padding-bottom inner-padding-left inner-padding-right inner-padding-top mode padding padding-bottom padding-left padding-right padding-top vertical-align=top|bottom|middle',
    children:
      'mj-accordion mj-button mj-carousel mj-divider mj-image mj-social mj-spacer mj-table mj-text mj-navbar mj-raw',
  },
  'mj-button': {
    attributes:
      'align=left|center|right background-color border border-bottom border-left border-radius border-right border-top color container-background-color font-family font-size font-style font-weight height href inner-padding letter-spacing line-height name padding padding-bottom padding-left padding-right padding-top rel target text-align=left|right|center text-decoration text-transform title vertical-align=top|bottom|middle width',
    children: '',
  },
  'mj-column': {
    attributes:
      'background-color border border-bottom border-left border-radius border-right border-top direction=ltr|rtl inner-background-color inner-border inner-border-bottom inner-border-left inner-border-radius inner-border-right inner-border-top padding padding-bottom padding-left padding-right padding-top vertical-align=top|bottom|middle width',
    children:
      'mj-accordion mj-button mj-carousel mj-divider mj-image mj-raw mj-social mj-spacer mj-table mj-text mj-navbar',
  },
  'mj-divider': {
    attributes:
      'align=left|center|right border-color border-style border-width container-background-color padding padding-bottom padding-left padding-right padding-top width',
    children: '',
  },
  'mj-group': {
    attributes: 'background-color direction=ltr|rtl vertical-align=top|bottom|middle width',
    children: 'mj-column mj-raw',
  },
  'mj-image': {
    attributes:
      'align=left|center|right alt border border-bottom border-left border-radius border-right border-top container-background-color fluid-on-mobile font-size height href max-height name padding padding-bottom padding-left padding-right padding-top rel sizes src srcset target title usemap width',
    children: '',
  },
  'mj-raw': { attributes: 'position=file-start', children: '' },
  'mj-section': {
    attributes:
      'background-color background-position background-position-x background-position-y background-repeat=repeat|no-repeat background-size background-url border border-bottom border-left border-radius border-right border-top direction=ltr|rtl full-width=full-width|false gutter padding padding-bottom padding-left padding-right padding-top text-align=left|center|right text-padding',
    children: 'mj-column mj-group mj-raw',
  },
  'mj-spacer': {
    attributes:
      'border border-bottom border-left border-right border-top container-background-color height padding padding-bottom padding-left padding-right padding-top',
    children: '',
  },
  'mj-text': {
    attributes:
      'align=left|right|center|justify background-color color container-background-color font-family font-size font-style font-weight height letter-spacing line-height padding padding-bottom padding-left padding-right padding-top text-decoration text-transform vertical-align=top|bottom|middle',
    children: '',
  },
  'mj-table': {
    attributes:
      'align=left|right|center border cellpadding cellspacing color container-background-color font-family font-size font-weight line-height padding padding-bottom padding-left padding-right padding-top role=none|presentation table-layout=auto|fixed|initial|inherit vertical-align=top|bottom|middle width',
    children: '',
  },
  'mj-wrapper': {
    attributes:
      'background-color background-position background-position-x background-position-y background-repeat=repeat|no-repeat background-size background-url border border-bottom border-left border-radius border-right border-top direction=ltr|rtl full-width=full-width|false gap gutter padding padding-bottom padding-left padding-right padding-top text-align=left|center|right text-padding',
    children: 'mj-hero mj-raw mj-section',
  },
  'mj-social': {
    attributes:
      'align=left|right|center border border-radius color container-background-color font-family font-size font-style font-weight icon-height icon-padding icon-size inner-padding line-height mode=horizontal|vertical padding padding-bottom padding-left padding-right padding-top table-layout=auto|fixed text-decoration text-padding vertical-align=top|bottom|middle',
    children: 'mj-social-element mj-raw',
  },
  'mj-social-element': {
    attributes:
      'align=left|center|right alt background-color border border-radius color font-family font-size font-style font-weight href icon-height icon-padding icon-position=left|right icon-size line-height name padding padding-bottom padding-left padding-right padding-top rel sizes src srcset target text-decoration text-padding title vertical-align=top|middle|bottom',
    children: '',
  },
  'mj-navbar': {
    attributes:
      'align=left|center|right base-url hamburger ico-align=left|center|right ico-close ico-color ico-font-family ico-font-size ico-line-height ico-open ico-padding ico-padding-bottom ico-padding-left ico-padding-right ico-padding-top ico-text-decoration ico-text-transform padding padding-bottom padding-left padding-right padding-top',
    children: 'mj-navbar-link mj-raw',
  },
  'mj-navbar-link': {
    attributes:
      'color font-family font-size font-style font-weight href letter-spacing line-height name padding padding-bottom padding-left padding-right padding-top rel target text-decoration text-transform',
    children: '',
  },
  'mj-accordion': {
    attributes:
      'border container-background-color font-family icon-align=top|middle|bottom icon-height icon-position=left|right icon-unwrapped-alt icon-unwrapped-url icon-width icon-wrapped-alt icon-wrapped-url padding padding-bottom padding-left padding-right padding-top',
    children: 'mj-accordion-element mj-raw',
  },
  'mj-accordion-element': {
    attributes:
      'background-color border font-family icon-align=top|middle|bottom icon-height icon-position=left|right icon-unwrapped-alt icon-unwrapped-url icon-width icon-wrapped-alt icon-wrapped-url',
    children: 'mj-accordion-title mj-accordion-text mj-raw',
  },
  'mj-accordion-text': {
    attributes:
      'background-color color font-family font-size font-weight letter-spacing line-height padding padding-bottom padding-left padding-right padding-top',
    children: '',
  },
  'mj-accordion-title': {
    attributes:
      'background-color color font-family font-size font-weight padding padding-bottom padding-left padding-right padding-top',
    children: '',
  },
  'mj-carousel': {
    attributes:
      'align=left|center|right border-radius container-background-color icon-width left-icon padding padding-bottom padding-left padding-right padding-top right-icon tb-border tb-border-radius tb-hover-border-color tb-selected-border-color tb-width thumbnails=visible|hidden|supported',
    children: 'mj-carousel-image',
  },
  'mj-carousel-image': {
    attributes: 'alt border-radius href rel src target tb-border tb-border-radius thumbnails-src title',
    children: '',
  },
};

export const mjmlTags: Record<string, TagSpec> = Object.fromEntries(
  Object.entries(mjmlElements).map(([name, { attributes, children }]) => [
    name,
    {
      attrs: Object.fromEntries([...words(attributes), 'css-class', 'mj-class'].map(parseAttribute)),
      ...(children && { children: words(children) }),
      globalAttrs: false,
    },
  ]),
);

function words(text: string): string[] {
  return text.split(' ').filter(Boolean);
}

function parseAttribute(written: string): [string, readonly string[] | null] {
  const [name = '', values] = written.split('=');
  return [name, values ? values.split('|') : null];
}
