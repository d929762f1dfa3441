import type { QueryClient } from '@tanstack/react-query';
import { lookedAt } from './looked-at.js';
import { sessionQuery } from './queries.js';

/** Asks for what a page shows while its code is still on its way. The page itself tells what could not be had. */
export async function ahead(queries: QueryClient, ask: () => void): Promise<void> {
  const session = await queries.ensureQueryData(sessionQuery).catch(() => null);
  if (session && lookedAt(session)) ask();
}
