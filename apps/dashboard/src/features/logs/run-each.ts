/** Concurrent requests, few enough for the rate limit of an account. */
const atOnce = 4;

export type Failed<Item> = { readonly item: Item; readonly error: Error };

/**
 * Acts on each item, a few at a time, and returns those that failed. After `signal`, no further item starts. @param
 * onDone called after each item with the number of finished items
 */
export async function runEach<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  onDone: (count: number) => void,
  signal: AbortSignal,
): Promise<readonly Failed<Item>[]> {
  const failed: Failed<Item>[] = [];
  let begun = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    while (begun < items.length && !signal.aborted) {
      const item = items[begun++]!;
      await act(item).catch((error: Error) => failed.push({ item, error }));
      onDone(++done);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failed;
}
