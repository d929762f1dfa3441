/** A subject is one header line: line breaks and other control characters become a space, so that data cannot add headers. */
export const toHeaderLine = (text: string): string =>
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
