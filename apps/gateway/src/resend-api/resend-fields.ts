const names: readonly [RegExp, string][] = [
  [/^recipient(?:\..*)?$/, 'to'],
  [/^sender(?:\..*)?$/, 'from'],
  [/^(to|cc|bcc)\.(\d+)\.(?:address|name)$/, '$1.$2'],
  [/^template$/, 'template.id'],
  [/^template_data(.*)$/, 'template.variables$1'],
  [/^files$/, 'attachments'],
  [/^files\.(\d+)\.id$/, 'attachments.$1.filename'],
  [/^files\.(\d+)\.data$/, 'attachments.$1.content'],
  [/^send_at$/, 'scheduled_at'],
];

/** A field of a send as Resend names it. A name of Resend stays as it is. */
export function resendField(field: string): string {
  const [pattern, name] = names.find(([ours]) => ours.test(field)) ?? [];
  return pattern && name !== undefined ? field.replace(pattern, name) : field;
}

/** As `resendField`, for an error about attachments after inline ones were separated from the others. */
export function fieldOfBody(field: string, body: unknown): string {
  const [, kind, position] = /^(inline|files)\.(\d+)\.data$/.exec(field) ?? [];
  if (kind === undefined) return resendField(field);
  const { attachments } = body as { attachments: { content_id?: string | null }[] };
  const indexes = [...attachments.keys()].filter(
    (index) => Boolean(attachments[index]!.content_id) === (kind === 'inline'),
  );
  return `attachments.${indexes[Number(position)]}.content`;
}
