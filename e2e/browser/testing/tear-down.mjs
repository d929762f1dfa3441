/** After the last file of the tier. */
export default async function tearDown() {
  await globalThis.stopSurroundings?.();
}
