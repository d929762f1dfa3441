/**
 * The fields of `barmancloud.cnpg.io/v1` that we use, as the Barman Cloud plugin of CloudNativePG documents them; no package has the schema of this CRD.
 * Anything else is refused: look a further field up before you add it here.
 */
const closed = (properties: object, required: readonly string[] = Object.keys(properties)): object => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});
const secretKey = closed({ name: { type: 'string' }, key: { type: 'string' } });
const compression = closed({ compression: { enum: ['gzip', 'bzip2', 'snappy'] } });

export const objectStore = closed({
  apiVersion: { const: 'barmancloud.cnpg.io/v1' },
  kind: { const: 'ObjectStore' },
  metadata: closed({ name: { type: 'string' }, namespace: { type: 'string' } }),
  spec: closed({
    retentionPolicy: { type: 'string', pattern: '^[1-9][0-9]*[dwm]$' },
    configuration: closed({
      destinationPath: { type: 'string', pattern: '^s3://' },
      s3Credentials: closed({ accessKeyId: secretKey, secretAccessKey: secretKey }),
      wal: compression,
      data: compression,
    }),
  }),
});
