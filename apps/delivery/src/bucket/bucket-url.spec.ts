import { buildKey, readBucketUrl } from './bucket-url.js';

describe('BLOB_URL', () => {
  it.each([
    [
      's3://mail',
      { bucket: 'mail', prefix: '', endpoint: undefined, region: undefined, pathStyle: false, minBytes: 262_144 },
    ],
    [
      's3://acme-mail.eu/postrider/blobs/?region=eu-central-1',
      {
        bucket: 'acme-mail.eu',
        prefix: 'postrider/blobs/',
        endpoint: undefined,
        region: 'eu-central-1',
        pathStyle: false,
        minBytes: 262_144,
      },
    ],
    [
      's3://mail/a?endpoint=http://10.0.0.5:9000&min_bytes=0',
      {
        bucket: 'mail',
        prefix: 'a/',
        endpoint: 'http://10.0.0.5:9000',
        region: undefined,
        pathStyle: true,
        minBytes: 0,
      },
    ],
    [
      's3://mail?endpoint=https%3A%2F%2Fs3.acme.example&region=de&path_style=false&min_bytes=8000000',
      {
        bucket: 'mail',
        prefix: '',
        endpoint: 'https://s3.acme.example',
        region: 'de',
        pathStyle: false,
        minBytes: 8_000_000,
      },
    ],
  ])('is parsed: %s', (text, read) => {
    expect(readBucketUrl(text)).toEqual(read);
  });

  it.each([
    ['https://mail.s3.amazonaws.com', 'must begin with s3:// and the name of a bucket'],
    ['s3:mail', 'must begin with s3:// and the name of a bucket'],
    ['s3:///mail', 'must begin with s3:// and the name of a bucket'],
    ['s3://a b', 'must begin with s3:// and the name of a bucket'],
    ['s3://mail:9000/a', 'has no port: the server is its endpoint, such as endpoint=http://10.0.0.5:9000'],
    ['s3://key:secret@mail', 'must not hold credentials: they are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
    ['s3://mail/a//b', 'has a prefix with a part that is empty, "." or unusual'],
    ['s3://mail/a%20b', 'has a prefix with a part that is empty, "." or unusual'],
    ['s3://mail#a', 'must not have a fragment'],
    ['s3://mail?bucket=a', 'has the unknown parameter bucket; there are endpoint, region, path_style and min_bytes'],
    ['s3://mail?endpoint=10.0.0.5:9000', 'has an endpoint that is not the http:// or https:// URL of a server'],
    [
      's3://mail?endpoint=http://key:secret@10.0.0.5',
      'has an endpoint that is not the http:// or https:// URL of a server',
    ],
    ['s3://mail?endpoint=', 'has an endpoint that is not the http:// or https:// URL of a server'],
    ['s3://mail?region=', 'has an invalid region'],
    ['s3://mail?path_style=yes', 'has a path_style that is neither true nor false'],
    ['s3://mail?min_bytes=-1', 'has a min_bytes that is not a number of bytes'],
    ['s3://mail?min_bytes=1e9', 'has a min_bytes that is not a number of bytes'],
    ['s3://mail?region=a&region=b', 'has region twice'],
  ])('is rejected: %s %s', (text, problem) => {
    expect(readBucketUrl(text)).toBe(problem);
  });
});

describe('buildKey', () => {
  const at = { prefix: 'postrider/' };

  it('starts with the prefix and the account, so that policies can apply to one account', () => {
    expect(buildKey(at, 'acc_01KQV5Xx7GJ8sVJ4mB2cDe', 'blb_01KQV5Xx7GJ8sVJ4mB2cDe')).toBe(
      'postrider/acc_01KQV5Xx7GJ8sVJ4mB2cDe/blb_01KQV5Xx7GJ8sVJ4mB2cDe',
    );
  });

  it.each([
    ['acc_1/../acc_2', 'blb_1'],
    ['acc_1', '../acc_2/blb_1'],
    ['', 'blb_1'],
    ['acc_1', ''],
  ])('rejects anything but ids: %j and %j', (accountId, blobId) => {
    expect(() => buildKey(at, accountId, blobId)).toThrow('is not a valid id');
  });
});
