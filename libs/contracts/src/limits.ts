/** Tokens refill at `perSecond`; unused ones are saved for `windowSeconds`. */
interface Rate {
  readonly perSecond: number;
  readonly windowSeconds: number;
}

interface RateLimit extends Rate {
  readonly kind: 'rate';
  readonly unit: string;
}

interface Quota {
  readonly kind: 'quota';
  readonly max: number;
  readonly unit: 'count' | 'bytes';
  /** The objects that the quota limits. */
  readonly objects: string;
}

const rate = (perSecond: number, windowSeconds: number, unit: string): RateLimit => ({
  kind: 'rate',
  perSecond,
  windowSeconds,
  unit,
});
const count = (max: number, objects: string): Quota => ({ kind: 'quota', max, unit: 'count', objects });
const bytes = (max: number, objects: string): Quota => ({ kind: 'quota', max, unit: 'bytes', objects });

const megabyte = 1024 ** 2;
const gigabyte = 1024 ** 3;

/** The default limits of every account, which the operator can override (docs/operate/limits.md#accounts). */
export const limits = {
  requests_per_second: rate(2_000, 60, 'requests'),
  key_requests_per_second: rate(1_000, 60, 'requests'),
  renders_per_second: rate(50, 60, 'requests'),
  mjml_seconds_per_second: rate(0.25, 300, 'seconds'),
  body_bytes_per_second: rate(4 * megabyte, 6, 'bytes'),
  pending_mails: count(5_000_000, 'emails waiting to be sent'),
  esp_accounts: count(100, 'ESP accounts'),
  templates: count(10_000, 'templates'),
  snippets: count(10_000, 'snippets'),
  versions: count(100_000, 'versions'),
  images: count(1_000, 'images'),
  drip_campaigns: count(1_000, 'drip campaigns'),
  drip_members: count(5_000_000, 'members of drip campaigns who wait for an email'),
  suppressions: count(1_000_000, 'suppressions'),
  send_proposals: count(100, 'open proposals'),
  test_clocks: count(100, 'test clocks'),
  webhooks: count(20, 'webhooks'),
  alerts: count(50, 'alerts'),
  identity_hooks: count(50, 'identity hooks'),
  api_keys: count(1_000, 'API keys'),
  users: count(500, 'users'),
  template_bytes: bytes(gigabyte, 'templates and snippets'),
  image_bytes: bytes(500 * megabyte, 'images'),
  compiled_bytes: bytes(10 * gigabyte, 'compiled versions, those of the last 400 days included'),
  attachment_bytes: bytes(10 * gigabyte, 'attachments'),
} as const satisfies Record<string, RateLimit | Quota>;

export type LimitName = keyof typeof limits;
export type RateName = { [Name in LimitName]: (typeof limits)[Name]['kind'] extends 'rate' ? Name : never }[LimitName];
export type QuotaName = Exclude<LimitName, RateName>;

export const limitNames = Object.keys(limits) as LimitName[];
export const isRate = (name: LimitName): name is RateName => limits[name].kind === 'rate';

/** The operator's limits for one account; a number replaces the default. May contain names of other versions. */
export type LimitOverrides = Readonly<Record<string, number>>;
/** A request context, which carries the overrides of its account. */
export interface LimitedBy {
  readonly limits?: LimitOverrides | undefined;
}

export const getRate = (context: LimitedBy, name: RateName): Rate => {
  const perSecond = context.limits?.[name];
  return perSecond === undefined ? limits[name] : { perSecond, windowSeconds: limits[name].windowSeconds };
};

export const getQuota = (context: LimitedBy, name: QuotaName): number => context.limits?.[name] ?? limits[name].max;
