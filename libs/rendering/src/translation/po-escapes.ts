const escapes = /(?:\\(?:[0-7]{1,3}|x[\da-fA-F]+))+|\\[^]/g;
const byte = /\\(?:x([\da-fA-F]+)|([0-7]{1,3}))/g;

const controls: Readonly<Record<string, string>> = { '\\a': '\u0007', '\\b': '\b', '\\f': '\f', '\\v': '\v' };

/**
 * The file with the escapes that its parser does not know: as in gettext, an octal or hexadecimal one is a byte, so some together may be one
 * character of the file's charset. What they stand for may itself need an escape. Throws where `decode` does.
 */
export function withoutByteEscapes(file: string, decode: (bytes: Uint8Array) => string): string {
  return file.replace(escapes, (found) => {
    const control = controls[found];
    if (control !== undefined) return control;
    const bytes = [...found.matchAll(byte)].map(([, hex, octal]) =>
      hex === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(hex.slice(-2), 16),
    );
    return bytes.length === 0 ? found : decode(Uint8Array.from(bytes)).replace(/["\\\n]/g, escaped);
  });
}

const escaped = (character: string): string => (character === '\n' ? '\\n' : `\\${character}`);
