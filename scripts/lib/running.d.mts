export function noteRunning(directory: string, variables: Record<string, string | undefined>): () => void;
export function runningVariables(): Record<string, string>;
