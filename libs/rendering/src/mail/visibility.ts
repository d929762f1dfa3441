/** What a style says about whether its element is seen; undefined where it says nothing. */
export type Visibility = {
  /** With all that is in it, whatever that says. */
  readonly gone: boolean;
  /** Its text is, until something in it says otherwise. */
  readonly invisible: boolean | undefined;
  /** Letters of no size: its text is not seen, its images are. */
  readonly sizeless: boolean | undefined;
};

const asUsual: Visibility = { gone: false, invisible: undefined, sizeless: undefined };

const interesting = /display|visibility|max-height|opacity|font/i;
const zero = /^[+-]?(?:0+(?:\.0+)?|\.0+)(?:[a-z]{1,4}|%)?$/;

/** Of the values of one property the last counts, as in a browser, but for those that no browser can read. */
export function visibilityOf(style: string): Visibility {
  if (!interesting.test(style)) return asUsual;
  let { gone, invisible, sizeless }: { -readonly [key in keyof Visibility]: Visibility[key] } = asUsual;
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
        gone ||= value === 'none';
        break;
      case 'max-height':
      case 'opacity':
        gone ||= zero.test(value);
        break;
      case 'visibility':
        invisible = value === 'hidden' || value === 'collapse';
        break;
      case 'font-size':
        // What is relative to no size is none.
        if (zero.test(value)) sizeless = true;
        else if (!/(?:em|%)$|^(?:inherit|smaller|larger)$/.test(value) || value.endsWith('rem')) sizeless = false;
        break;
      case 'font':
        sizeless = /(?:^|\s)0(?:px|pt|em)?(?:\/|\s)/.test(value);
    }
  }
  return { gone, invisible, sizeless };
}

/** A cell of so much space above or below stands by itself. */
const spacious = 8;

export function hasSpaceAround(style: string): boolean {
  for (const [, length] of style.matchAll(/padding(?:-top|-bottom)?\s*:\s*(\d{1,4})/gi))
    if (Number(length) >= spacious) return true;
  return false;
}
