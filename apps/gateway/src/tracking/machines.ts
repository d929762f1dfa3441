import type { IncomingHttpHeaders } from 'node:http';
import type { BotReason } from '@postrider/contracts';
import { LRUCache } from 'lru-cache';

/** By what they call themselves (docs/tracking.md#machines); the first that fits counts. */
const agents: readonly (readonly [RegExp, BotReason])[] = [
  // Mail Privacy Protection loads every picture of every mail under this name and no other.
  [/^Mozilla\/5\.0$/, 'proxy'],
  [/GoogleImageProxy|ggpht\.com|YahooMailProxy|DuckDuckGo-Email/i, 'proxy'],
  [
    /barracuda|proofpoint|mimecast|safelinks|symantec|messagelabs|trend ?micro|sophos|fireeye|trellix|forcepoint|ironport|bitdefender|kaspersky|zscaler|check ?point|avanan|ironscales|virustotal|safe-?browsing|google-safety/i,
    'scanner',
  ],
  [
    /BingPreview|SkypeUriPreview|MicrosoftPreview|facebookexternalhit|WhatsApp\/|Slackbot|Discordbot|Embedly/i,
    'scanner',
  ],
  [/(?<!cu)bot\b|crawler|spider|HeadlessChrome|PhantomJS/i, 'scanner'],
  [
    /^(?:curl|wget|python|go-http|java|okhttp|axios|node|undici|libwww|ruby|php|guzzle|apache-httpclient|powershell|httpie|postman|dart|perl|lua|rust|reqwest)\b/i,
    'library',
  ],
];

/** How browsers say that nobody has asked for it yet. */
const prefetchHeaders = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'] as const;

export interface Visit {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** Why it was no person who came; undefined where it may have been one. */
export function machineOf({ method, headers }: Visit): BotReason | undefined {
  if (method === 'HEAD') return 'head';
  if (prefetchHeaders.some((name) => /prefetch|preview|prerender/i.test(String(headers[name] ?? ''))))
    return 'prefetch';
  const agent = headers['user-agent']?.trim() ?? '';
  if (agent === '') return 'library';
  const known = knownAgents.get(agent);
  if (known !== undefined) return known === 'person' ? undefined : known;
  const bot = agents.find(([pattern]) => pattern.test(agent))?.[1];
  if (agent.length <= longestKnown) knownAgents.set(agent, bot ?? 'person');
  return bot;
}

/** Most visitors call themselves what one of the last few did, and to look through all names takes longer than the rest of an answer. */
const knownAgents = new LRUCache<string, BotReason | 'person'>({ max: 1_000 });
const longestKnown = 256;
