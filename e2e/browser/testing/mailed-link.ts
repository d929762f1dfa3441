import { waitFor } from '@postrider/testing';
import { environment } from './config.js';

/** The path of the link in the latest email to an address. */
export async function linkMailedTo(email: string): Promise<string> {
  const search = `${environment.catcher}/api/v1/search?query=${encodeURIComponent(`to:${email}`)}`;
  const linkInLatest = async (): Promise<string | undefined> => {
    const { messages } = (await (await fetch(search)).json()) as { messages: { ID: string }[] };
    if (!messages[0]) return undefined;
    const mail = await (await fetch(`${environment.catcher}/api/v1/message/${messages[0].ID}`)).json();
    return /\/welcome#[\w-]+/.exec((mail as { Text: string }).Text)?.[0];
  };
  return (await waitFor(linkInLatest, { what: `an email to ${email}` }))!;
}
