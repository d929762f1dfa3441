import { waitFor } from '@postrider/testing';
import { environment } from './config.js';

/** The link in the text or HTML of the latest email to an address; by default the path of an invitation. */
export async function linkMailedTo(email: string, link = /\/welcome#[\w-]+/): Promise<string> {
  const search = `${environment.catcher}/api/v1/search?query=${encodeURIComponent(`to:${email}`)}`;
  const linkInLatest = async (): Promise<string | undefined> => {
    const { messages } = (await (await fetch(search)).json()) as { messages: { ID: string }[] };
    if (!messages[0]) return undefined;
    const response = await fetch(`${environment.catcher}/api/v1/message/${messages[0].ID}`);
    const { Text, HTML } = (await response.json()) as { Text: string; HTML: string };
    return link.exec(`${Text}\n${HTML}`)?.[0];
  };
  return (await waitFor(linkInLatest, { what: `an email to ${email}` }))!;
}
