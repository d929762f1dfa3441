/**
 * The outcome of `work`, or after `ms` milliseconds what `late` answers or throws. The work itself goes on: whoever can stop it does so in
 * `late`. What it fails with afterwards is nobody's any more.
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
