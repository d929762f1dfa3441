import { Logger } from '@nestjs/common';
import type { Response } from 'express';
import { Counter } from 'prom-client';
import type { ArrivingRequest } from '../http/api-request.js';

const logger = new Logger('Dashboard');
const reports = new Counter({
  name: 'postrider_dashboard_policy_reports_total',
  help: 'Reports of browsers that the dashboard tried what its content security policy refuses',
});

/** Whoever can reach the gateway can post here (docs/operate/limits.md#requests): so much is read of a report, and so many are. */
const maxBytes = 8 * 1024;
const maxPerMinute = 10;
const maxTextLength = 200;

/** Counts what browsers report of the dashboard's policy, and logs what was refused. No address of a page is logged: it may be that of a customer. */
export function takeCspReports(): (request: ArrivingRequest, response: Response) => Promise<void> {
  let minute = 0;
  let taken = 0;
  const hasRoom = (): boolean => {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) [minute, taken] = [now, 0];
    return ++taken <= maxPerMinute;
  };

  return async (request, response) => {
    request.route = { path: '/csp' };
    reports.inc();
    response.statusCode = 204;
    const text = hasRoom() ? await textOf(request) : undefined;
    // Not read to its end: nothing can follow on this connection.
    if (!request.complete) response.setHeader('Connection', 'close');
    if (text !== undefined) logger.warn({ ...factsOf(text), requestId: request.requestId }, 'refused by the policy');
    response.end();
  };
}

async function textOf(request: ArrivingRequest): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function factsOf(text: string): Record<string, string> {
  const report = reportIn(text);
  const told = (name: string): string => String(report[name] ?? '').slice(0, maxTextLength);
  return {
    directive: told('effective-directive') || told('violated-directive'),
    blocked: originOf(told('blocked-uri')),
    source: told('source-file').replace(/[?#].*/, ''),
    line: told('line-number'),
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

/** `inline` and `eval` are words; of an address the host is enough. */
const originOf = (blocked: string): string => (URL.canParse(blocked) ? new URL(blocked).origin : blocked);
