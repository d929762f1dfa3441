const listeners = new Set<() => void>();

/** Tells whoever shows the log-in dialog that the API no longer knows the session. */
export const tellSessionEnded = (): void => listeners.forEach((tell) => tell());

export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
