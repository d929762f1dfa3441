import { Logger } from '@nestjs/common';
import type { Response } from 'express';
import { Counter } from 'prom-client';
import type { IncomingApiRequest } from '../http/api-request.js';

const logger = new Logger('Dashboard');
const reports = new Counter({
  name: 'postrider_dashboard_policy_reports_total',
  help: 'Violations of the content security policy of the dashboard that browsers reported',
});

/** Anyone can post here, so the size and the number of reports are limited (docs/operate/limits.md#requests). */
const maxBytes = 8 * 1024;
const maxPerMinute = 10;
const maxTextLength = 200;

/** Counts and logs CSP reports. It does not log page URLs, which may contain the address of a customer. */
export function takeCspReports(): (request: IncomingApiRequest, response: Response) => Promise<void> {
  let minute = 0;
  let logged = 0;
  const hasCapacity = (): boolean => {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) [minute, logged] = [now, 0];
    return ++logged <= maxPerMinute;
  };

  return async (request, response) => {
    request.route = { path: '/csp' };
    reports.inc();
    response.statusCode = 204;
    const text = hasCapacity() ? await readText(request) : undefined;
    // The rest of the body is not read, so the connection cannot be reused.
    if (!request.complete) response.setHeader('Connection', 'close');
    if (text !== undefined)
      logger.warn({ ...parseFacts(text), requestId: request.requestId }, 'content security policy violated');
    response.end();
  };
}

async function readText(request: IncomingApiRequest): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseFacts(text: string): Record<string, string> {
  const report = reportIn(text);
  const field = (name: string): string => String(report[name] ?? '').slice(0, maxTextLength);
  return {
    directive: field('effective-directive') || field('violated-directive'),
    blocked: getOrigin(field('blocked-uri')),
    source: field('source-file').replace(/[?#].*/, ''),
    line: field('line-number'),
  };
}

function reportIn(text: string): Record<string, unknown> {
  try {
    const parsed = JSON.parse(text) as { 'csp-report'?: Record<string, unknown> } | null;
    return parsed?.['csp-report'] ?? {};
  } catch {
    return {};
  }
}

/** The origin of a URL; the keywords `inline` and `eval` stay. */
const getOrigin = (blocked: string): string => (URL.canParse(blocked) ? new URL(blocked).origin : blocked);
