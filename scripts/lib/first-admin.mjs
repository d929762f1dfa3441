// The first user of an installation, made as its operator makes it: by the link that the first start prints.

const linkOf = (/** @type {string} */ output) => output.match(/http\S+\/welcome#\S+/)?.[0];

/**
 * Follows the link in what an installation printed; resolves to the password.
 *
 * @param {{ origin: string, output: string, user: { name: string, email: string } }} first `origin`: where its dashboard is
 */
export async function makeFirstAdmin({ origin, output, user }) {
  const link = linkOf(output);
  if (link === undefined) throw new Error(`The first start prints no link for its admin:\n${output}`);
  const password = `${crypto.randomUUID()} of the admin`;
  const response = await fetch(`${origin}/api/v1/invitations/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ token: new URL(link).hash.slice(1), ...user, password }),
  });
  if (!response.ok) throw new Error(`The link of the first admin: ${response.status} ${await response.text()}`);
  return password;
}
