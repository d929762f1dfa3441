/**
 * Helpers for React Email and JSX Email components that become templates (docs/guides/react-email.md). In a preview
 * they work on the real values. `postrider templates` renders with placeholders, and they print tags of the template
 * language.
 */

/** Present while a component is rendered into a template. */
interface TemplateTags {
  when<Node>(value: unknown, then: Node, otherwise: Node | undefined): unknown;
  t<Node>(content: Node, context: string | undefined): unknown;
  plural<Node>(count: unknown, one: Node, other: Node): unknown;
}

const tags = (): TemplateTags | undefined =>
  (globalThis as { [key: symbol]: unknown })[Symbol.for('postrider.template-tags')] as TemplateTags | undefined;

/**
 * Shows `then` if the value is there, and `otherwise` if it is missing, false, 0, "" or an empty list. A component
 * cannot decide by itself (`&&`, `?:`), because values are only known when the email is sent.
 */
export function when<Node>(value: unknown, then: Node, otherwise?: Node): Node {
  const push = tags();
  if (push) return push.when(value, then, otherwise) as Node;
  const isThere = Array.isArray(value) ? value.length > 0 : Boolean(value);
  return (isThere ? then : otherwise) as Node;
}

/** Marks a text for translation. `context` distinguishes equal texts. */
export function t<Node>(content: Node, context?: string): Node {
  return (tags()?.t(content, context) ?? content) as Node;
}

/** Marks a text for translation that depends on a number, which both forms may show. */
export function plural<Node>(count: number, one: Node, other: Node): Node {
  return (tags()?.plural(count, one, other) ?? (count === 1 ? one : other)) as Node;
}
