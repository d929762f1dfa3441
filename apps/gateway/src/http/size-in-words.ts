const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
const hundredth = (amount: number): number => Math.round(amount * 100) / 100;

export const sizeInWords = (bytes: number): string =>
  bytes < megabyte ? `${hundredth(bytes / kilobyte)} KB` : `${hundredth(bytes / megabyte)} MB`;
