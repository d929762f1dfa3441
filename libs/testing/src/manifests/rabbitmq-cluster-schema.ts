/**
 * The fields of `rabbitmq.com/v1beta1` that we use, according to the documentation of RabbitMQ Cluster Operator 2.10 to
 * 2.16 (22 November 2026), because no package contains the schema of this CRD. Other fields are rejected: look a
 * further field up before you add it here.
 */
const quantity = { type: 'string', pattern: '^[0-9.]+(m|k|Ki|M|Mi|G|Gi|T|Ti)?$' };
const quantities = { type: 'object', additionalProperties: quantity };
const closed = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});

export const rabbitmqCluster = closed(
  {
    apiVersion: { const: 'rabbitmq.com/v1beta1' },
    kind: { const: 'RabbitmqCluster' },
    metadata: closed({ name: { type: 'string' }, namespace: { type: 'string' }, labels: { type: 'object' } }, ['name']),
    spec: closed({
      // An even number of nodes has no majority if the network splits them in half.
      replicas: { enum: [1, 3, 5, 7] },
      image: { type: 'string' },
      tls: closed({ secretName: { type: 'string' }, disableNonTLSListeners: { type: 'boolean' } }),
      resources: closed({ requests: quantities, limits: quantities }),
      persistence: closed({ storage: quantity, storageClassName: { type: 'string' } }),
      rabbitmq: closed({
        additionalConfig: { type: 'string', pattern: '^([a-z_.]+ = [^\\n]+\\n)+$' },
        additionalPlugins: { type: 'array', items: { type: 'string', pattern: '^\\w+$' }, maxItems: 100 },
      }),
      terminationGracePeriodSeconds: { type: 'integer', minimum: 0 },
      override: closed({
        statefulSet: closed({
          spec: closed({
            template: closed({
              spec: closed({
                // Overrides of the operator's own container, by its name.
                containers: {
                  type: 'array',
                  maxItems: 1,
                  items: closed({
                    name: { const: 'rabbitmq' },
                    volumeMounts: {
                      type: 'array',
                      items: closed({
                        name: { type: 'string' },
                        mountPath: { type: 'string' },
                        readOnly: { type: 'boolean' },
                      }),
                    },
                  }),
                },
                volumes: {
                  type: 'array',
                  items: closed({ name: { type: 'string' }, secret: closed({ secretName: { type: 'string' } }) }),
                },
                priorityClassName: { type: 'string' },
                topologySpreadConstraints: {
                  type: 'array',
                  items: closed({
                    maxSkew: { type: 'integer' },
                    topologyKey: { type: 'string' },
                    whenUnsatisfiable: { enum: ['ScheduleAnyway', 'DoNotSchedule'] },
                    labelSelector: closed({ matchLabels: { type: 'object' } }),
                  }),
                },
              }),
            }),
          }),
        }),
      }),
    }),
  },
  ['apiVersion', 'kind', 'metadata', 'spec'],
);
