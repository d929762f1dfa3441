import { isDeepStrictEqual } from 'node:util';
import { Document, stringify } from 'yaml';
import { components, enabledByDefault } from './variants.mjs';
import { apps, values } from './declared-values.mjs';

/** @typedef {import('./declared-values.mjs').Value} Value */

/** Texts in the manifests that depend on the release and the chart. */
const expressions = [
  { at: /^registry\.example\/postrider:.*$/g, expression: '{{ include "postrider.image" . }}' },
  {
    at: /(?<=namespace=")postrider(?=")|(?<=postrider-mq(?:-nodes)?\.)postrider/g,
    expression: '{{ .Release.Namespace }}',
  },
];

const optional = (/** @type {string} */ key, /** @type {string} */ value) => [
  `{{- with .Values.${value} }}`,
  `${key}: {{ . | quote }}`,
  '{{- end }}',
];
/** Lines to append to the fields at a path: Helm annotations, and optional fields that the manifests lack. */
const additions = [
  // On installation after the chart's database, on upgrade before the new apps.
  { at: /^Job \S+ metadata$/, lines: ['annotations:', '  helm.sh/hook: post-install,pre-upgrade'] },
  {
    at: /^Deployment \S+ spec\/template\/metadata\/annotations$/,
    lines: ['checksum/config: {{ list .Values.config .Values.host | toJson | sha256sum }}'],
  },
  {
    at: /^ServiceAccount \S+ $/,
    lines: ['{{- with .Values.imagePullSecrets }}', 'imagePullSecrets:', '  {{- toYaml . | nindent 2 }}', '{{- end }}'],
  },
  {
    at: /^(?:PodMonitor|PrometheusRule) \S+ metadata$/,
    lines: ['{{- with .Values.monitoring.labels }}', 'labels:', '  {{- toYaml . | nindent 4 }}', '{{- end }}'],
  },
  { at: /^Ingress \S+ spec$/, lines: optional('ingressClassName', 'ingress.className') },
  { at: /^PersistentVolumeClaim \S+ spec$/, lines: optional('storageClassName', 'backups.storageClass') },
  { at: /^Cluster \S+ spec\/(?:storage|walStorage)$/, lines: optional('storageClass', 'cloudnativePg.storageClass') },
  {
    at: /^RabbitmqCluster \S+ spec\/persistence$/,
    lines: optional('storageClassName', 'rabbitmqCluster.storageClass'),
  },
];

/** The texts that values replace, longest first, because one may contain another. */
const texts = values
  .flatMap(({ name, text }) => (text === undefined ? [] : [{ name, text }]))
  .toSorted((a, b) => b.text.length - a.text.length);
const getText = (/** @type {string} */ value) =>
  /** @type {{ text: string }} */ (texts.find(({ name }) => name === value)).text;

/** Comments above the groups of values.yaml. */
const groups = {
  components:
    'The components of k8s/components, on or off: docs/operate/kubernetes.md#components describes them.\n' +
    '`ingress` is an Ingress for the host.',
  config: 'Environment variables, as strings: docs/operate/configure.md#configuration explains them.',
  apps:
    'Each app has a Secret with DATABASE_URL, AMQP_URL and its keys. Without the component autoscaling, only gateway and\n' +
    'delivery are scaled; the others have minReplicas.',
};

/** Replaces nodes of the manifests by expressions of the chart, and collects the defaults of its values. */
export class ChartValues {
  /** @type {Map<string, unknown>} */
  defaults = new Map();

  additions(/** @type {string} */ object, /** @type {string} */ path) {
    return additions.filter(({ at }) => at.test(`${object} ${path}`)).map(({ lines }) => lines);
  }

  /**
   * The expression that replaces a node. For fields and lists it is a block that starts with `{{-`.
   *
   * @param {string} object kind and name
   * @param {string} path
   * @param {unknown} node
   * @param {number} indent of the block
   */
  expression(object, path, node, indent) {
    const target = `${object} ${path}`;
    if (path === 'metadata/namespace') return '{{ .Release.Namespace }}';
    if (object === 'ConfigMap grafana-dashboards' && path.startsWith('data/'))
      return `{{ .Files.Get "dashboards/${path.slice(5)}" | replace "${getText('monitoring.runbook')}" .Values.monitoring.runbook | quote }}`;
    for (const { name: pattern, at = [], is } of values) {
      const match = at.map((one) => one.exec(target)).find((one) => one !== null);
      if (!match || (is && !is.includes(String(node)))) continue;
      const name = pattern.replace('*', match[1] ?? String(node));
      const value = `.Values.${name}`;
      if (pattern.startsWith('config.')) return this.config(name, /** @type {Record<string, string>} */ (node), indent);
      this.keep(name, node);
      if (typeof node === 'string') return `{{ ${value} | quote }}`;
      return typeof node === 'number'
        ? `{{ int ${value} }}`
        : `${' '.repeat(indent)}{{- toYaml ${value} | nindent ${indent} }}`;
    }
    return undefined;
  }

  /** Variables that contain the host follow it unless they are set. */
  config(/** @type {string} */ name, /** @type {Record<string, string>} */ data, /** @type {number} */ indent) {
    const host = getText('host');
    const [following, own] = [true, false].map((wanted) =>
      Object.entries(data).filter(([, value]) => value.includes(host) === wanted),
    );
    this.keep(name, Object.fromEntries(own));
    const rest = following.map(([key, value]) => `"${key}" (printf "${value.replace(host, '%s')}" .Values.host)`);
    const map = rest.length === 0 ? `.Values.${name}` : `(merge (deepCopy .Values.${name}) (dict ${rest.join(' ')}))`;
    return `${' '.repeat(indent)}{{- toYaml ${map} | nindent ${indent} }}`;
  }

  keep(/** @type {string} */ name, /** @type {unknown} */ value) {
    if (this.defaults.has(name) && !isDeepStrictEqual(this.defaults.get(name), value))
      throw new Error(`The manifests have two values for ${name}: ${JSON.stringify([this.defaults.get(name), value])}`);
    this.defaults.set(name, value);
  }

  /** The lines of a scalar, with its texts replaced by values and its own braces escaped. */
  scalar(/** @type {unknown} */ value) {
    if (typeof value !== 'string') return [JSON.stringify(value)];
    /** @type {string[]} */
    const parts = [];
    const put = (/** @type {string} */ part) => `«${parts.push(part) - 1}»`;
    let text = value.replaceAll('{{', () => put('{{ "{{" }}'));
    for (const { at, expression } of expressions) text = text.replaceAll(at, () => put(expression));
    for (const { name, text: known } of texts)
      text = text.replaceAll(known, () => {
        this.keep(name, known);
        return put(`{{ .Values.${name} }}`);
      });
    const quoted = parts.length > 0 && !text.includes('\n');
    const lines = quoted
      ? [JSON.stringify(text)]
      : stringify({ text }, { lineWidth: 0 }).slice(6).trimEnd().split('\n');
    return lines.map((line) => line.replaceAll(/«(\d+)»/g, (_, index) => parts[Number(index)]));
  }

  /** values.yaml as an object, in the order of the values. */
  get tree() {
    /** @type {Record<string, unknown>} */
    const tree = { components: Object.fromEntries(components.map((name) => [name, enabledByDefault.includes(name)])) };
    for (const [name, value] of this.ordered()) {
      const keys = name.split('.');
      const last = /** @type {string} */ (keys.pop());
      let at = tree;
      for (const key of keys) at = /** @type {Record<string, unknown>} */ (at[key] ??= {});
      at[last] = value;
    }
    return tree;
  }

  /** @returns {(readonly [string, unknown])[]} */
  ordered() {
    return values.flatMap((value) => {
      if ('default' in value) return [[value.name, value.default]];
      const rank = (/** @type {string} */ name) => apps.indexOf(name.split('.')[1]);
      const found = [...this.defaults]
        .filter(([name]) => describes(value, name))
        .toSorted(([a], [b]) => rank(a) - rank(b));
      if (found.length === 0) throw new Error(`The manifests do not contain ${value.name}`);
      return found;
    });
  }

  /** values.yaml, with the description of each value above it. */
  get yaml() {
    const document = new Document(this.tree, { aliasDuplicateObjects: false });
    document.commentBefore = ' Generated from k8s/ by `npm run generate`; docs/operate/kubernetes.md#helm explains it.';
    const described = new Set();
    const comment = (/** @type {string} */ name, /** @type {string} */ description) => {
      const keys = name.split('.');
      const parent = /** @type {import('yaml').YAMLMap<import('yaml').Scalar>} */ (
        document.getIn(keys.slice(0, -1)) ?? document.contents
      );
      const key = parent.items.find((pair) => pair.key.value === keys.at(-1))?.key;
      if (key) key.commentBefore = description.replaceAll(/^/gm, ' ');
    };
    for (const [name, text] of Object.entries(groups)) comment(name, text);
    for (const [name] of this.ordered()) {
      const value = values.find((one) => describes(one, name));
      if (!value?.description || described.has(value)) continue;
      described.add(value);
      comment(name, value.description);
    }
    for (const { key } of /** @type {import('yaml').YAMLMap<import('yaml').Scalar>} */ (document.contents).items)
      key.spaceBefore = true;
    return document.toString({ lineWidth: 0 });
  }

  /** values.schema.json: every value with its type, and no other. */
  get schema() {
    /** @type {(node: unknown, name: string) => object} */
    const toSchema = (node, name) => {
      const value = values.find((one) => describes(one, name));
      const description = value?.description ? { description: value.description } : {};
      if (value?.schema) return { ...description, ...value.schema };
      if (typeof node === 'number') return { ...description, type: 'integer', minimum: 0 };
      if (typeof node !== 'object' || node === null) return { ...description, type: typeof node };
      const properties = Object.entries(node).map(([key, child]) => [
        key,
        toSchema(child, name ? `${name}.${key}` : key),
      ]);
      return {
        ...description,
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(properties),
      };
    };
    const schema = /** @type {{ properties: object }} */ (toSchema(this.tree, ''));
    return {
      $schema: 'http://json-schema.org/draft-07/schema#',
      ...schema,
      // Helm passes them to every chart.
      properties: { ...schema.properties, global: { type: 'object' } },
    };
  }
}

const describes = (/** @type {Value} */ { name }, /** @type {string} */ full) =>
  new RegExp(`^${name.replaceAll('.', '\\.').replace('*', '[^.]+')}$`).test(full);
