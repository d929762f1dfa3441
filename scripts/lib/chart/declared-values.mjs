/**
 * A value of the chart and its places in the manifests: either every occurrence of a text, or the nodes at some paths,
 * each "Kind name path" (`is` limits them to nodes that equal a text). The manifests give the default. `*` in a name
 * stands for the first group of the path's pattern, or else for the node itself. A value with a `default` has no place;
 * additions and helpers use it.
 *
 * @typedef {object} Value
 * @property {string} name
 * @property {string} [description]
 * @property {string} [text]
 * @property {RegExp[]} [at]
 * @property {string[]} [is]
 * @property {unknown} [default]
 * @property {object} [schema] when the type of the default is not specific enough
 */

export const apps = ['gateway', 'template', 'delivery', 'tracking', 'customer', 'drip'];
const peer = 'one entry of `from` in a NetworkPolicy';
const object = { type: 'object' };
const strings = { type: 'object', additionalProperties: { type: 'string' } };
const variables = {
  type: 'object',
  propertyNames: { pattern: '^[A-Z][A-Z0-9_]*$' },
  additionalProperties: { type: 'string' },
};
const objects = { type: 'array', items: object };

/** @type {readonly Value[]} in the order of values.yaml */
export const values = [
  {
    name: 'image.repository',
    default: 'registry.example/postrider',
    description: 'Image of all apps, without its tag.',
  },
  { name: 'image.tag', default: '', description: "Default: the chart's appVersion." },
  {
    name: 'image.digest',
    default: '',
    description: 'sha256:…; replaces the tag.',
    schema: { type: 'string', pattern: '^(sha256:[0-9a-f]{64})?$' },
  },
  {
    name: 'imagePullSecrets',
    default: [],
    description: 'Secrets of a private registry, for example [{name: registry}].',
    schema: objects,
  },
  {
    name: 'host',
    text: 'postrider.example',
    description: 'Public host name of the API, the dashboard and the links in email.',
  },
  { name: 'tlsSecret', text: 'gateway-tls', description: 'Secret with the certificate of the host.' },
  {
    name: 'config.postrider',
    at: [/^ConfigMap postrider data$/],
    description: 'Variables of every app.',
    schema: variables,
  },
  {
    name: 'config.gateway',
    at: [/^ConfigMap gateway data$/],
    description:
      'Variables of the gateway. PUBLIC_URL follows from the host unless set here; TRUST_PROXY is the network of the proxies in front.',
    schema: variables,
  },
  {
    name: 'config.delivery',
    at: [/^ConfigMap delivery data$/],
    description: 'Variables of delivery. PUBLIC_URL and MAIL_HOSTNAME follow from the host unless set here.',
    schema: variables,
  },
  {
    name: 'apps.*.secret',
    at: [
      /^(?:Deployment|Job) \S+ .*\/(?:secretRef|secretKeyRef)\/name$/,
      /^TriggerAuthentication \S+ spec\/secretTargetRef\/\d\/name$/,
      /^ExternalSecret \S+ spec\/target\/name$/,
    ],
    is: apps,
  },
  {
    name: 'apps.*.minReplicas',
    at: [
      /^Deployment (\S+) spec\/replicas$/,
      /^HorizontalPodAutoscaler (\S+) spec\/minReplicas$/,
      /^ScaledObject (\S+) spec\/minReplicaCount$/,
    ],
  },
  {
    name: 'apps.*.maxReplicas',
    at: [/^HorizontalPodAutoscaler (\S+) spec\/maxReplicas$/, /^ScaledObject (\S+) spec\/maxReplicaCount$/],
  },
  {
    name: 'apps.*.resources',
    at: [/^Deployment (\S+) spec\/template\/spec\/containers\/0\/resources$/],
    schema: object,
  },
  {
    name: 'migrations.resources',
    at: [/^Job \S+ spec\/template\/spec\/containers\/0\/resources$/],
    description: 'Resources of the migration jobs.',
    schema: object,
  },
  { name: 'ingress.className', default: '', description: "Default: the cluster's default class." },
  { name: 'ingress.annotations', at: [/^Ingress \S+ metadata\/annotations$/], schema: strings },
  {
    name: 'ingress.controller',
    at: [/^NetworkPolicy gateway spec\/ingress\/0\/from\/0$/],
    description: `The controller's pods, as ${peer}.`,
    schema: object,
  },
  { name: 'gatewayApi.className', at: [/^Gateway \S+ spec\/gatewayClassName$/] },
  {
    name: 'gatewayApi.controller',
    at: [/^NetworkPolicy gateway spec\/ingress\/1\/from\/0$/],
    description: `The controller's proxies, as ${peer}.`,
    schema: object,
  },
  {
    name: 'networkPolicies.servers',
    at: [/^NetworkPolicy dependencies spec\/egress\/1$/],
    description: 'Addresses of PostgreSQL and RabbitMQ, as one entry of `egress` in a NetworkPolicy.',
    schema: object,
  },
  { name: 'certManager.email', text: 'operations@postrider.example', description: 'Address of your ACME account.' },
  {
    name: 'certManager.server',
    text: 'https://acme-v02.api.letsencrypt.org/directory',
    description: 'ACME directory.',
  },
  {
    name: 'monitoring.labels',
    default: {},
    description: 'Labels that your Prometheus selects, for example {release: kube-prometheus-stack}.',
    schema: strings,
  },
  {
    name: 'monitoring.runbook',
    text: 'https://docs.postrider.example/operate/runbook.md',
    description: 'URL of your copy of docs/operate/runbook.md, for the links of alerts and dashboards.',
  },
  {
    name: 'monitoring.namespace',
    at: [/^NetworkPolicy .*\/kubernetes\.io\/metadata\.name$/],
    is: ['monitoring'],
    description: 'Namespace of Prometheus and of the collector of traces.',
  },
  {
    name: 'autoscaling.prometheus',
    text: 'http://prometheus.monitoring:9090',
    description: 'URL of the Prometheus that KEDA queries.',
  },
  {
    name: 'externalSecrets.store',
    at: [/^ExternalSecret \S+ spec\/secretStoreRef\/name$/],
    description: 'ClusterSecretStore.',
  },
  {
    name: 'databaseCa.secret',
    at: [/^(?:Deployment|Job|CronJob) .*\/secretName$/],
    is: ['postrider-db-ca'],
    description: "Secret with PostgreSQL's CA certificate as ca.crt.",
  },
  {
    name: 'amqpCa.secret',
    at: [/^Deployment .*\/secretName$/, /^TriggerAuthentication .*\/name$/],
    is: ['postrider-mq-ca'],
    description: "Secret with RabbitMQ's CA certificate as ca.crt.",
  },
  { name: 'backups.schedule', at: [/^CronJob \S+ spec\/schedule$/], description: 'Schedule of the dumps, in UTC.' },
  { name: 'backups.storage', at: [/^PersistentVolumeClaim postgres-backups spec\/resources\/requests\/storage$/] },
  { name: 'backups.storageClass', default: '', description: "Default: the cluster's default class." },
  { name: 'cloudnativePg.instances', at: [/^Cluster \S+ spec\/instances$/] },
  { name: 'cloudnativePg.storage', at: [/^Cluster \S+ spec\/storage\/size$/] },
  { name: 'cloudnativePg.walStorage', at: [/^Cluster \S+ spec\/walStorage\/size$/] },
  { name: 'cloudnativePg.storageClass', default: '', description: "Default: the cluster's default class." },
  { name: 'cloudnativePg.resources', at: [/^Cluster \S+ spec\/resources$/], schema: object },
  {
    name: 'cloudnativePg.bucket',
    text: 's3://backups.example/postrider',
    description: 'Bucket and folder of the component cloudnativePgBackups.',
  },
  { name: 'rabbitmqCluster.replicas', at: [/^RabbitmqCluster \S+ spec\/replicas$/] },
  { name: 'rabbitmqCluster.storage', at: [/^RabbitmqCluster \S+ spec\/persistence\/storage$/] },
  { name: 'rabbitmqCluster.storageClass', default: '', description: "Default: the cluster's default class." },
  { name: 'rabbitmqCluster.resources', at: [/^RabbitmqCluster \S+ spec\/resources$/], schema: object },
];
