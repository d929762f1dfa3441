/** Whether a style shows its element; undefined if it does not set this. */
export type Visibility = {
  /** Hidden with all its content, whatever the content's style. */
  readonly hidden: boolean;
  /** Its text is hidden, unless an inner element overrides that. */
  readonly invisible: boolean | undefined;
  /** Font size zero: its text is hidden, but not its images. */
  readonly sizeless: boolean | undefined;
};

const visible: Visibility = { hidden: false, invisible: undefined, sizeless: undefined };

const interesting = /display|visibility|max-height|opacity|font/i;
const zero = /^[+-]?(?:0+(?:\.0+)?|\.0+)(?:[a-z]{1,4}|%)?$/;

/** The last value of a property counts, as in a browser, except for unreadable values. */
export function getVisibility(style: string): Visibility {
  if (!interesting.test(style)) return visible;
  let { hidden, invisible, sizeless }: { -readonly [key in keyof Visibility]: Visibility[key] } = visible;
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const value = declaration
      .slice(colon + 1)
      .replace('!important', '')
      .trim()
      .toLowerCase();
    switch (declaration.slice(0, colon).trim().toLowerCase()) {
      case 'display':
        hidden ||= value === 'none';
        break;
      case 'max-height':
      case 'opacity':
        hidden ||= zero.test(value);
        break;
      case 'visibility':
        invisible = value === 'hidden' || value === 'collapse';
        break;
      case 'font-size':
        // A size relative to zero is zero.
        if (zero.test(value)) sizeless = true;
        else if (!/(?:em|%)$|^(?:inherit|smaller|larger)$/.test(value) || value.endsWith('rem')) sizeless = false;
        break;
      case 'font':
        sizeless = /(?:^|\s)0(?:px|pt|em)?(?:\/|\s)/.test(value);
    }
  }
  return { hidden, invisible, sizeless };
}

/** A cell with at least this padding (in pixels) is a separate block. */
const spacious = 8;

export function hasSpaceAround(style: string): boolean {
  for (const [, length] of style.matchAll(/padding(?:-top|-bottom)?\s*:\s*(\d{1,4})/gi))
    if (Number(length) >= spacious) return true;
  return false;
}
