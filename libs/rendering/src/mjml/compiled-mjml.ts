import { LRUCache } from 'lru-cache';
import type { Caller } from '../workers/worker-pool.js';
import { PoolUnavailable, unlessAborted } from '../workers/worker-pool.js';
import type { MjmlOutput } from './mjml-output.js';
import { MjmlPool } from './mjml-pool.js';

const pool = new MjmlPool();

/** Who asked, and whether it was them for whom the document is compiled that several want. */
type Asked = { readonly caller: Caller; first: boolean };

/**
 * What documents were compiled to, the least recently used going first: saving the variants of thirty locales compiles one document, not
 * thirty, because translations come in after MJML. Those of an account who want what is being compiled wait for it together. The key is the
 * account, a line's end and the source.
 */
const compiled = new LRUCache<string, MjmlOutput, Asked>({
  maxSize: 16 * 1_048_576,
  sizeCalculation: ({ html, problems }, key) => 2 * (key.length + html.length + JSON.stringify(problems).length),
  fetchMethod: (key, _stale, { context }) => {
    context.first = true;
    return pool.compile(key.slice(context.caller.account.length + 1), context.caller);
  },
  // One that is pushed out while it is compiled is still wanted by whoever asked for it.
  ignoreFetchAbort: true,
});

/**
 * Compiles an MJML document in the account's turn, until `signal` says that nobody waits for it any more. What is remembered from before
 * costs nothing. Throws `MjmlFailure` and `PoolUnavailable`, and what `admit` throws.
 */
export async function compiledMjml(source: string, caller: Caller): Promise<MjmlOutput> {
  const asked: Asked = { caller, first: false };
  const { account, signal } = caller;
  try {
    return await unlessAborted(compiled.forceFetch(`${account}\n${source}`, { context: asked }), signal);
  } catch (error) {
    // It was somebody else who gave up waiting for the same document.
    if (error instanceof PoolUnavailable && !asked.first && !signal?.aborted) return compiledMjml(source, caller);
    throw error;
  }
}

/** Ends the workers that compile MJML. The next compile starts them again. */
export const closeMjmlPool = (): Promise<void> => pool.close();
