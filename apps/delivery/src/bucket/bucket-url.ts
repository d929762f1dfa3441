/** Where large attachments are stored, parsed from BLOB_URL (docs/operate/configure.md#attachments-in-a-bucket). */
export interface BucketUrl {
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  /** Of an S3-compatible server other than Amazon's. */
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  /** Whether the bucket is named in the path rather than in the host. */
  readonly pathStyle: boolean;
  /** Larger attachments go to the bucket; others stay in PostgreSQL. */
  readonly minBytes: number;
}

/** The amount that one statement reads whole with an email; a round trip to a bucket takes longer. */
const defaultMinBytes = 256 * 1024;

const parameters = ['endpoint', 'region', 'path_style', 'min_bytes'];
const bucketName = /^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/;
const prefixPart = /^(?!\.{1,2}$)[A-Za-z0-9._-]+$/;
const idShape = /^[A-Za-z0-9_]+$/;

/** Returns the parsed URL, or what is wrong with it as the rest of a sentence that starts with the variable's name. */
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
  const given = readParameters(url.searchParams);
  return typeof given === 'string' ? given : { bucket: url.hostname, prefix: prefix && `${prefix}/`, ...given };
}

function readParameters(query: URLSearchParams): Omit<BucketUrl, 'bucket' | 'prefix'> | string {
  const names = [...query.keys()];
  const unknown = names.find((name) => !parameters.includes(name));
  if (unknown !== undefined)
    return `has the unknown parameter ${unknown}; there are endpoint, region, path_style and min_bytes`;
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined) return `has ${duplicate} twice`;
  const endpoint = query.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !isServer(endpoint))
    return 'has an endpoint that is not the http:// or https:// URL of a server';
  const region = query.get('region') ?? undefined;
  if (region !== undefined && !/^[A-Za-z0-9-]+$/.test(region)) return 'has an invalid region';
  // Self-hosted servers seldom have a host name for each bucket.
  const pathStyle = query.get('path_style') ?? String(endpoint !== undefined);
  if (!/^(true|false)$/.test(pathStyle)) return 'has a path_style that is neither true nor false';
  const minBytes = query.get('min_bytes') ?? String(defaultMinBytes);
  if (!/^\d{1,12}$/.test(minBytes)) return 'has a min_bytes that is not a number of bytes';
  return { endpoint, region, pathStyle: pathStyle === 'true', minBytes: Number(minBytes) };
}

export const isServer = (text: string): boolean =>
  /^https?:\/\/[^/\s@?#]+(\/[^\s?#]*)?$/.test(text) && URL.canParse(text);

/**
 * Each upload has its own object, which is never overwritten: removing one cannot affect a later upload of the same
 * content.
 */
export function buildKey({ prefix }: Pick<BucketUrl, 'prefix'>, accountId: string, blobId: string): string {
  for (const id of [accountId, blobId])
    if (!idShape.test(id)) throw new Error(`${JSON.stringify(id)} is not a valid id`);
  return `${prefix}${accountId}/${blobId}`;
}
