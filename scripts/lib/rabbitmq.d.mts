export function findRabbitmqServer(
  serverFolders?: readonly string[],
  toolFolders?: readonly string[],
): string | undefined;
export function startRabbitmq(options: {
  readonly directory: string;
  readonly server: string | undefined;
  readonly find: typeof findRabbitmqServer;
}): Promise<unknown>;
