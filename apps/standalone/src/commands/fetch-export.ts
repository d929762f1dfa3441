import { parseExactly } from '@postrider/numbers';
import { z } from 'zod';

const timeoutMs = 30_000;
const resource = z.record(z.string(), z.unknown());
const list = z.array(resource);
type Resource = Readonly<z.output<typeof resource>>;

/** What `load` reads, unchecked: `GET /templates` with the content of each version, and three lists as they are. */
export interface FetchedExport {
  readonly templates: Resource[];
  readonly snippets: Resource[];
  readonly esp_accounts: Resource[];
  readonly drip_campaigns: Resource[];
}

/** Asks for one list after the other: the service that is left is not to be overrun. */
export async function fetchExport(api: string, key: string): Promise<FetchedExport> {
  const ask = async (path: string): Promise<unknown> => {
    const response = await fetch(`${api.replace(/\/+$/, '')}${path}`, {
      headers: { authorization: `Basic ${btoa(`${key}:`)}` },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok)
      throw new Error(`GET ${path} was answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
    return parseExactly(await response.text());
  };
  const get = async (path: string): Promise<Resource[]> => list.parse(await ask(path));
  /** A list of versions may leave their content out. */
  const versionsAt = async (path: string): Promise<Resource[]> => {
    const versions: Resource[] = [];
    for (const version of await get(path))
      versions.push('subject' in version ? version : resource.parse(await ask(`${path}/${String(version['id'])}`)));
    return versions;
  };
  const templates: Resource[] = [];
  for (const template of await get('/templates')) {
    const [templateId, locale] = [template['id'], template['locale']].map((part) => encodeURIComponent(String(part)));
    templates.push({ ...template, versions: await versionsAt(`/templates/${templateId}/locales/${locale}/versions`) });
  }
  return {
    templates,
    snippets: await get('/snippets'),
    esp_accounts: await get('/esp_accounts'),
    drip_campaigns: await get('/drip_campaigns'),
  };
}
