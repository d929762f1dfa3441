/** What was looked at and what it came to: a fault keeps Postrider from working, a warning does so some day or for some mail. */
export interface Finding {
  readonly level: 'well' | 'warning' | 'fault';
  /** What is so, in a sentence. */
  readonly says: string;
  /** What to do about it, in a sentence. */
  readonly todo?: string;
}

export const well = (says: string): Finding => ({ level: 'well', says });
export const warning = (says: string, todo: string): Finding => ({ level: 'warning', says, todo });
export const fault = (says: string, todo: string): Finding => ({ level: 'fault', says, todo });
