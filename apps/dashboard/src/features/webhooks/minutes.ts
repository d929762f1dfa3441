/** What an input of the browser takes, in the reader's zone. */
export const minuteOf = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

export const startOfMinute = (value: string): number => Math.floor(new Date(value).getTime() / 1000);

/** The API stops before `until`, and the input has no seconds: the minute that is shown is part of the time. */
export const endOfMinute = (value: string): number => startOfMinute(value) + 60;
