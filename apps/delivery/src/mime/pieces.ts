import { nextTurn } from '@postrider/concurrency';

/** So much is encoded in one go, which takes about a millisecond; what is not longer is encoded at once. */
export const pieceLength = 65_536;

/** A line end or a character of two units, of which no piece has but a half. */
const pair = /^(\r\n|[\ud800-\udbff][\udc00-\udfff])$/;

/** The text in pieces, each at the turn of its mail. */
export async function* textPieces(text: string, mail: string): AsyncGenerator<string> {
  for (let begin = 0; begin < text.length;) {
    let end = Math.min(begin + pieceLength, text.length);
    if (pair.test(text.slice(end - 1, end + 1))) end += 1;
    await nextTurn(mail);
    yield text.slice(begin, end);
    begin = end;
  }
}

/** The bytes in pieces, each at the turn of its mail. */
export async function* bytePieces(bytes: Buffer, mail: string): AsyncGenerator<Buffer> {
  for (let begin = 0; begin < bytes.length; begin += pieceLength) {
    await nextTurn(mail);
    yield bytes.subarray(begin, begin + pieceLength);
  }
}
