/** Colours as red, green and blue from 0 to 255. */
type Color = readonly [number, number, number];

/** The style of the text in an element, from `style` attributes and the old attributes `color` and `bgcolor`. */
export interface TextStyle {
  /** Undefined if the email does not set it. */
  readonly color?: Color | undefined;
  /** Undefined if the email does not set it, or behind an image or gradient. */
  readonly background?: Color | undefined;
  readonly isLarge: boolean;
  readonly isHidden: boolean;
}

export const initialStyle: TextStyle = { isLarge: false, isHidden: false };

const named: Readonly<Record<string, Color>> = {
  black: [0, 0, 0],
  white: [255, 255, 255],
  gray: [128, 128, 128],
  grey: [128, 128, 128],
  silver: [192, 192, 192],
  red: [255, 0, 0],
  yellow: [255, 255, 0],
};

/** Hexadecimal colours, `rgb()` without transparency, and the most frequent names. */
function parseColor(text: string | undefined): Color | undefined {
  const value = text?.trim().toLowerCase() ?? '';
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/.exec(value)?.[1];
  if (digits) {
    const size = digits.length / 3;
    const channel = (index: number): number => {
      const part = digits.slice(index * size, (index + 1) * size);
      return Number.parseInt(size === 1 ? part + part : part, 16);
    };
    return [channel(0), channel(1), channel(2)];
  }
  const numbers = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/.exec(value);
  if (numbers) return [Number(numbers[1]), Number(numbers[2]), Number(numbers[3])];
  return Object.hasOwn(named, value) ? named[value] : undefined;
}

/** The declarations of a `style` attribute. A later one overrides an earlier one. */
export function parseDeclarations(style: string | undefined): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>();
  for (const declaration of style?.split(';') ?? []) {
    const colon = declaration.indexOf(':');
    if (colon > 0)
      declarations.set(declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim());
  }
  return declarations;
}

/** Text of at least 24 px is large (WCAG 2.2, 1.4.3). */
const largePixels = 24;

/** The style of an element within an element of the style `outer`. */
export function styleIn(
  outer: TextStyle,
  attributes: Readonly<Record<string, string>>,
  declarations: ReadonlyMap<string, string>,
): TextStyle {
  const size = /^([\d.]+)px/.exec(declarations.get('font-size') ?? '')?.[1];
  const shorthand = declarations.get('background');
  const image = declarations.get('background-image') ?? shorthand ?? attributes['background'] ?? '';
  const fill = declarations.get('background-color') ?? shorthand ?? attributes['bgcolor'];
  const isKept = fill === undefined || fill === '' || fill === 'transparent' || fill === 'none';
  return {
    color: parseColor(declarations.get('color') ?? attributes['color']) ?? outer.color,
    background:
      /url\(|gradient\(/i.test(image) || attributes['background']
        ? undefined
        : isKept
          ? outer.background
          : parseColor(fill),
    isLarge: size === undefined ? outer.isLarge : Number(size) >= largePixels,
    isHidden:
      outer.isHidden ||
      declarations.get('display') === 'none' ||
      declarations.get('visibility') === 'hidden' ||
      declarations.get('opacity') === '0' ||
      (size !== undefined && Number(size) <= 1),
  };
}

/** Relative luminance (WCAG 2.2). */
function luminance(color: Color): number {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Color;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const hex = (color: Color): string => `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;

/** Colours whose contrast is too low to read, with their ratio: `#999999 / #ffffff: 2.8`. */
export function lowContrast({ color, background, isLarge, isHidden }: TextStyle): string | undefined {
  if (isHidden || !color || !background) return undefined;
  const [darker, lighter] = [luminance(color), luminance(background)].toSorted((a, b) => a - b) as [number, number];
  const ratio = (lighter + 0.05) / (darker + 0.05);
  // Equal colours hide text on purpose, such as a preheader.
  if (ratio >= (isLarge ? 3 : 4.5) || ratio < 1.05) return undefined;
  return `${hex(color)} / ${hex(background)}: ${ratio.toFixed(1)}`;
}
