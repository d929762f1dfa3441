/** The result of a check. A fault keeps Postrider from working; a warning affects some email, or the future. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'fault';
  /** The observation, in a sentence. */
  readonly message: string;
  /** The remedy, in a sentence. */
  readonly remedy?: string;
}

export const ok = (message: string): Finding => ({ level: 'ok', message });
export const warning = (message: string, remedy: string): Finding => ({ level: 'warning', message, remedy });
export const fault = (message: string, remedy: string): Finding => ({ level: 'fault', message, remedy });
