import { EventLoopTurns } from '@postrider/concurrency';

/** So much is encoded in one go, which takes about a millisecond; what is not longer is encoded at once. */
export const pieceLength = 65_536;

/** All large mails take turns, so that all together hold the event loop for 2 ms and one piece. */
const turns = new EventLoopTurns();

/** A line end or a character of two units, of which no piece has but a half. */
const pair = /^(\r\n|[\ud800-\udbff][\udc00-\udfff])$/;

/** The text in pieces, each at the turn of its mail. */
export async function* textPieces(text: string, mail: string): AsyncGenerator<string> {
  for (let begin = 0; begin < text.length;) {
    let end = Math.min(begin + pieceLength, text.length);
    if (pair.test(text.slice(end - 1, end + 1))) end += 1;
    await turns.next(mail);
    yield text.slice(begin, end);
    begin = end;
  }
}

/** The bytes in pieces, each at the turn of its mail. */
export async function* bytePieces(bytes: Buffer, mail: string): AsyncGenerator<Buffer> {
  for (let begin = 0; begin < bytes.length; begin += pieceLength) {
    await turns.next(mail);
    yield bytes.subarray(begin, begin + pieceLength);
  }
}
