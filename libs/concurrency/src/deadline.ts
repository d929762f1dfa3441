/**
 * Resolves to the outcome of `work`, or after `ms` milliseconds to what `late` returns or throws. `work` keeps running:
 * stop it in `late` if you can. Its later errors are ignored.
 */
export async function within<Result, Late>(
  work: Promise<Result>,
  ms: number,
  late: () => Late,
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = Symbol('overdue');
  const deadline = new Promise<typeof overdue>((resolve) => {
    timer = setTimeout(() => resolve(overdue), ms);
  });
  try {
    const first = await Promise.race([work, deadline]);
    return first === overdue ? late() : first;
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
