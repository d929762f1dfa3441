/** Runs after the last spec of the tier. */
export default async function tearDown() {
  const { stopEnvironment } = /** @type {{ stopEnvironment?: () => Promise<void> }} */ (globalThis);
  await stopEnvironment?.();
}
