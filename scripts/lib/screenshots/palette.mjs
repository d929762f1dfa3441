import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const maxColours = 256;

/** Reduces a PNG to its 256 most frequent colours, mapping others to the nearest. Saves two thirds of the bytes. */
export function withPalette(/** @type {Buffer} */ png) {
  const { width, height, pixels, size } = decode(png);
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (let at = 0; at < pixels.length; at += size) {
    const colour = pixels.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = [...counts.entries()]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, maxColours)
    .map(([colour]) => colour);
  const indexByColour = new Map(palette.map((colour, index) => [colour, index]));
  const getIndex = (/** @type {number} */ colour) => {
    const index = indexByColour.get(colour) ?? nearest(palette, colour);
    indexByColour.set(colour, index);
    return index;
  };
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      rows[y * (width + 1) + 1 + x] = getIndex(pixels.readUIntBE((y * width + x) * size, 3));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const colours = Buffer.concat(
    palette.map((colour) => Buffer.from([colour >> 16, (colour >> 8) & 255, colour & 255])),
  );
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Decodes a browser's PNG: 8 bits per channel, not interlaced, with or without alpha. */
export function decode(/** @type {Buffer} */ png) {
  /** @type {Buffer[]} */
  const data = [];
  let [width, height, size] = [0, 0, 0];
  for (let at = signature.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') [width, height, size] = [body.readUInt32BE(0), body.readUInt32BE(4), body[9] === 6 ? 4 : 3];
    if (type === 'IDAT') data.push(body);
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(data));
  const stride = width * size;
  const pixels = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x < size ? 0 : pixels[at - size];
      const above = y === 0 ? 0 : pixels[at - stride];
      const corner = x < size || y === 0 ? 0 : pixels[at - stride - size];
      pixels[at] = raw[y * (stride + 1) + 1 + x] + predicted(filter, left, above, corner);
    }
  }
  return { width, height, pixels, size };
}

/** @type {(filter: number, left: number, above: number, corner: number) => number} */
function predicted(filter, left, above, corner) {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(left + above - corner - value));
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** @type {(palette: number[], colour: number) => number} */
function nearest(palette, colour) {
  const distance = (/** @type {number} */ other) =>
    ((colour >> 16) - (other >> 16)) ** 2 +
    (((colour >> 8) & 255) - ((other >> 8) & 255)) ** 2 +
    ((colour & 255) - (other & 255)) ** 2;
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [index, other] of palette.entries()) {
    const far = distance(other);
    if (far < least) [best, least] = [index, far];
  }
  return best;
}

function chunk(/** @type {string} */ type, /** @type {Buffer} */ body) {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
