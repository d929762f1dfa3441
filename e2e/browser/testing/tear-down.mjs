/** After the last file of the tier. */
export default async function tearDown() {
  const { stopSurroundings } = /** @type {{ stopSurroundings?: () => Promise<void> }} */ (globalThis);
  await stopSurroundings?.();
}
