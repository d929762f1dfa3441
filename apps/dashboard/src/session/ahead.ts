import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from './queries.js';

/** A page is not kept waiting longer for what it shows: it is drawn without it then. */
const soonMs = 400;

/** Asks for what a page shows while its code is still on its way, so that both are drawn at once. The page itself tells what could not be had. */
export async function ahead(queries: QueryClient, ask: () => Promise<unknown>): Promise<void> {
  const session = await queries.ensureQueryData(sessionQuery).catch(() => null);
  if (!session?.accounts.length) return;
  const soon = new Promise((resolve) => setTimeout(resolve, soonMs));
  await Promise.race([ask().catch(() => undefined), soon]);
}
