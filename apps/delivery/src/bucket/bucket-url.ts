/** Where large attachments are kept besides PostgreSQL, as BLOB_URL says it (docs/operate/configure.md#attachments-in-a-bucket). */
export interface BucketUrl {
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
  /** Of a server that is not Amazon's. */
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  /** Whether the bucket is named in the path rather than in the host. */
  readonly pathStyle: boolean;
  /** What is not larger stays in PostgreSQL. */
  readonly minBytes: number;
}

/** As much as a mail is read with at once, in one statement; a round trip to a bucket takes longer. */
const usualMinBytes = 256 * 1024;

const parameters = ['endpoint', 'region', 'path_style', 'min_bytes'];
const bucketName = /^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/;
const prefixPart = /^(?!\.{1,2}$)[A-Za-z0-9._-]+$/;
const idShape = /^[A-Za-z0-9_]+$/;

/** Or what is wrong with it, as the rest of a sentence that begins with its name. */
export function readBucketUrl(text: string): BucketUrl | string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.protocol !== 's3:') return 'must begin with s3:// and the name of a bucket';
  if (url.username || url.password)
    return 'must not hold credentials: they are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  if (!bucketName.test(url.hostname)) return 'must begin with s3:// and the name of a bucket';
  if (url.port) return 'has no port: the server is its endpoint, such as endpoint=http://10.0.0.5:9000';
  if (url.hash) return 'must not have a fragment';
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  if (prefix && !prefix.split('/').every((part) => prefixPart.test(part)))
    return 'has a prefix with a part that is empty, "." or unusual';
  const asked = readParameters(url.searchParams);
  return typeof asked === 'string' ? asked : { bucket: url.hostname, prefix: prefix && `${prefix}/`, ...asked };
}

function readParameters(asked: URLSearchParams): Omit<BucketUrl, 'bucket' | 'prefix'> | string {
  const names = [...asked.keys()];
  const unknown = names.find((name) => !parameters.includes(name));
  if (unknown !== undefined)
    return `has the unknown parameter ${unknown}; there are endpoint, region, path_style and min_bytes`;
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) return `has ${twice} twice`;
  const endpoint = asked.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !isServer(endpoint))
    return 'has an endpoint that is no http:// or https:// URL of a server';
  const region = asked.get('region') ?? undefined;
  if (region !== undefined && !/^[A-Za-z0-9-]+$/.test(region)) return 'has a region that is none';
  // Servers of one's own seldom have a name for each bucket.
  const pathStyle = asked.get('path_style') ?? String(endpoint !== undefined);
  if (!/^(true|false)$/.test(pathStyle)) return 'has a path_style that is neither true nor false';
  const minBytes = asked.get('min_bytes') ?? String(usualMinBytes);
  if (!/^\d{1,12}$/.test(minBytes)) return 'has min_bytes that are no number of bytes';
  return { endpoint, region, pathStyle: pathStyle === 'true', minBytes: Number(minBytes) };
}

const isServer = (text: string): boolean => /^https?:\/\/[^/\s@?#]+(\/[^\s?#]*)?$/.test(text) && URL.canParse(text);

/** An object is that of one upload and never written again, so that removing one can never hit the next with the same content. */
export function keyOf({ prefix }: Pick<BucketUrl, 'prefix'>, accountId: string, blobId: string): string {
  for (const id of [accountId, blobId]) if (!idShape.test(id)) throw new Error(`${JSON.stringify(id)} is no id`);
  return `${prefix}${accountId}/${blobId}`;
}
