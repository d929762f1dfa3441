/** A request in a page, with the documented response. */
export interface Example {
  /** Line of the request block. */
  readonly line: number;
  readonly method: string;
  /** Path with query string, as written. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

interface Block {
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

const requestLine = /^([A-Z]+) (\/\S*)$/;
const statusLine = /^HTTP\/1\.1 (\d{3})\b.*$/;

/**
 * The examples of a page, in order. A request is an `http` block, followed by its response: an `http` block with a
 * status line, or a `json` block, which means 200 with that body.
 * @throws Error when a request has no response or a response has no request
 */
export function parseExamples(markdown: string): Example[] {
  const blocks = parseBlocks(markdown).filter(({ language }) => language === 'http' || language === 'json');
  const examples: Example[] = [];
  for (let at = 0; at < blocks.length; at += 2) {
    const [request, response] = [blocks[at]!, blocks[at + 1]];
    const message = parseMessage(request.text);
    const [, method, path] = requestLine.exec(message.first) ?? [];
    if (method === undefined || path === undefined)
      throw new Error(`Line ${request.line}: a response without a request`);
    if (!response) throw new Error(`Line ${request.line}: a request without a response`);
    examples.push({
      line: request.line,
      method,
      path,
      headers: message.headers,
      body: message.body,
      response: parseResponse(response),
    });
  }
  return examples;
}

/** The fenced code blocks of a page. */
export function parseBlocks(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(({ 1: language = '', 2: text = '', index }) => ({
    line: markdown.slice(0, index).split('\n').length,
    language,
    text,
  }));
}

function parseResponse({ line, language, text }: Block): Example['response'] {
  if (language === 'json') return { status: 200, headers: {}, body: text.trim() };
  const { first, headers, body } = parseMessage(text);
  const [, status] = statusLine.exec(first) ?? [];
  if (status === undefined) throw new Error(`Line ${line}: a response must start with HTTP/1.1 or be JSON`);
  return { status: Number(status), headers, body };
}

/** Splits an HTTP message into first line, header fields and body. */
function parseMessage(text: string): { first: string; headers: Record<string, string>; body: string } {
  const [head = '', ...body] = text.split('\n\n');
  const [first = '', ...fields] = head.trim().split('\n');
  const headers = Object.fromEntries(
    fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      field.slice(field.indexOf(':') + 1).trim(),
    ]),
  );
  return { first, headers, body: body.join('\n\n').trim() };
}
