export type ServerEvent = { readonly event: string; readonly data: string };
/** What came, and the position after it: an `id` without `data` is no event, but moves the position too. */
export type StreamPart = { readonly events: readonly ServerEvent[]; readonly position: string | undefined };

/** Reads server-sent events out of text as it comes; a line may come in pieces. */
export function eventLines(): (text: string) => StreamPart {
  let rest = '';
  let fields: Record<string, string> = {};
  let position: string | undefined;
  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    const events: ServerEvent[] = [];
    for (const line of lines) {
      if (line === '') {
        position = fields['id'] ?? position;
        if (fields['data'] !== undefined) events.push({ event: fields['event'] ?? 'message', data: fields['data'] });
        fields = {};
      } else if (!line.startsWith(':')) {
        const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
        fields[name] = name === 'data' && fields['data'] !== undefined ? `${fields['data']}\n${value}` : value;
      }
    }
    return { events, position };
  };
}
