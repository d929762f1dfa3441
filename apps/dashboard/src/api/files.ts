import { ask } from './client.js';
import { refused } from './failure.js';

/** What the API answers as a file; `address` begins after `/api/v1`. */
export async function fileFrom(address: string): Promise<Blob> {
  const response = await ask(new Request(`/api/v1${address}`));
  if (!response.ok) throw refused(response, await response.json().catch(() => undefined));
  return response.blob();
}
