export type ServerEvent = { readonly id: string; readonly event: string; readonly data: string };

/** Reads server-sent events out of text as it comes; a line may come in pieces. */
export function eventLines(): (text: string) => ServerEvent[] {
  let rest = '';
  let fields: Record<string, string> = {};
  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    const events: ServerEvent[] = [];
    for (const line of lines) {
      if (line === '') {
        if (fields['data'] !== undefined)
          events.push({ id: fields['id'] ?? '', event: fields['event'] ?? 'message', data: fields['data'] });
        fields = {};
      } else if (!line.startsWith(':')) {
        const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
        fields[name] = name === 'data' && fields['data'] !== undefined ? `${fields['data']}\n${value}` : value;
      }
    }
    return events;
  };
}
