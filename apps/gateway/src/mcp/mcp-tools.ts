import type { Tool } from '@modelcontextprotocol/server';

/** A tool of `/mcp`. Its arguments, scope and errors are those of an operation of the API. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** As in the OpenAPI description: `GET /logs/{log_id}`. */
  readonly operation: `${'GET' | 'POST'} /${string}`;
  readonly annotations: NonNullable<Tool['annotations']>;
  /** Fields that are too large for a conversation. */
  readonly without?: readonly string[];
  /** Whether it requires an `idempotency_key`, so that a repeated call does nothing twice. */
  readonly idempotent?: true;
}

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export const mcpTools: readonly McpTool[] = [
  {
    name: 'search_templates',
    title: 'Search templates',
    description:
      'Lists templates, newest first, or finds them by words, tag or locale. Returns ids, names, tags and locales.',
    operation: 'GET /templates/search',
    annotations: reads,
  },
  {
    name: 'get_template',
    title: 'Show a template',
    description: 'Shows a template with the names and ids of its versions.',
    operation: 'GET /templates/{template_id}',
    annotations: reads,
  },
  {
    name: 'get_template_version',
    title: 'Show a version',
    description: 'Shows the content of one version of a template: subject, HTML, text and sample data.',
    operation: 'GET /templates/{template_id}/versions/{version_id}',
    annotations: reads,
  },
  {
    name: 'get_template_data_schema',
    title: 'Show which data a version needs',
    description: 'Returns the JSON Schema of the template_data that a version of a template reads.',
    operation: 'GET /templates/{template_id}/versions/{version_id}/schema',
    annotations: reads,
  },
  {
    name: 'render_template',
    title: 'Render a template',
    description:
      'Renders a template with data, exactly as a send would, and sends nothing. With strict, missing data is an error.',
    operation: 'POST /render',
    annotations: reads,
  },
  {
    name: 'check_template',
    title: 'Check a draft',
    description:
      'Checks unsaved content of a template: problems with part and line, warnings, the variables it reads, links and sizes. Saves nothing.',
    operation: 'POST /templates/check',
    annotations: reads,
  },
  {
    name: 'search_logs',
    title: 'Search logs',
    description: 'Finds sent and rejected emails, newest first, by address, subject, status, template, tag or time.',
    operation: 'GET /logs/search',
    annotations: reads,
  },
  {
    name: 'explain_log',
    title: 'Explain what happened to an email',
    description:
      'Explains the status of one email in plain words, with its last events, attempts to send it, and suppressions of its recipient.',
    operation: 'GET /logs/{log_id}',
    annotations: reads,
  },
  {
    name: 'get_sent_mail',
    title: 'Show a sent email',
    description: 'Shows an email as it was sent: sender, recipients, subject, HTML and text.',
    operation: 'GET /logs/{log_id}/mail',
    annotations: reads,
  },
  {
    name: 'list_suppressions',
    title: 'List suppressions',
    description: 'Lists addresses that get no email, with the reason; or why one address gets none.',
    operation: 'GET /suppressions',
    annotations: reads,
  },
  {
    name: 'send_email',
    title: 'Send an email',
    description: 'Sends an email at once. Follow it with explain_log and the receipt_id. A test key sends nothing.',
    operation: 'POST /send',
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    without: ['inline', 'files', 'ignore_suppressions'],
    idempotent: true,
  },
  {
    name: 'propose_send',
    title: 'Propose an email',
    description:
      'Proposes an email. A person reads it in the dashboard and approves or rejects it; nothing is sent before. Ask for the decision with get_send_proposal.',
    operation: 'POST /send_proposals',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    idempotent: true,
  },
  {
    name: 'list_send_proposals',
    title: 'List proposals',
    description: 'Lists proposed emails, newest first, with their status.',
    operation: 'GET /send_proposals',
    annotations: reads,
  },
  {
    name: 'get_send_proposal',
    title: 'Show a proposal',
    description:
      'Shows a proposed email: whether it was approved or rejected and why, and the log of the email once it is sent.',
    operation: 'GET /send_proposals/{id}',
    annotations: reads,
  },
];
