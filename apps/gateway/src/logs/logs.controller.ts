import { Controller, Param, Query } from '@nestjs/common';
import type { LogSearchQuery, LogsQuery, RequestContext } from '@postrider/contracts';
import {
  cancelMessage,
  getLog,
  getMailSource,
  getSentMail,
  listAttempts,
  listLogEvents,
  listLogs,
  logSearchQuery,
  logsQuery,
  ok,
  okResponse,
  readAttachment,
  searchLogs,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { z } from 'zod';
import { CurrentContext, Endpoint } from '../http/endpoint.js';
import type { FileResponse } from '../http/endpoint-metadata.js';
import { downloadAttachment } from './attachment-download.js';

const anyFile: FileResponse = { contentType: '*/*' };
const attachmentPath = z.object({
  log_id: z.string(),
  index: z.coerce
    .number('must be a number')
    .int('must be an integer')
    .min(0, 'must be at least 0')
    .max(999, 'must be at most 999'),
});

/** See docs/reference/logs.md. */
@Controller('logs')
export class LogsController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', '', 'read', listLogs.response, {
    summary: 'List logs',
    description: 'Newest first.',
    calls: listLogs,
  })
  list(@CurrentContext() context: RequestContext, @Query({ schema: logsQuery }) query: LogsQuery) {
    return this.services.call(listLogs, context, query);
  }

  @Endpoint('GET', 'search', 'read', searchLogs.response, {
    summary: 'Search logs',
    description: 'Newest first, as far back as one request can search; `next_cursor` continues.',
    calls: searchLogs,
  })
  search(@CurrentContext() context: RequestContext, @Query({ schema: logSearchQuery }) query: LogSearchQuery) {
    return this.services.call(searchLogs, context, query);
  }

  @Endpoint('GET', ':log_id', 'read', getLog.response, { summary: 'Show a log', calls: getLog })
  get(@CurrentContext() context: RequestContext, @Param('log_id') log_id: string) {
    return this.services.call(getLog, context, { log_id });
  }

  @Endpoint('GET', ':log_id/events', 'read', listLogEvents.response, {
    summary: 'List the events of a log',
    description: 'Oldest first.',
    calls: listLogEvents,
  })
  listEvents(@CurrentContext() context: RequestContext, @Param('log_id') log_id: string) {
    return this.services.call(listLogEvents, context, { log_id });
  }

  @Endpoint('GET', ':log_id/attempts', 'read', listAttempts.response, {
    summary: 'List the attempts of an email',
    description: "Oldest first, with the provider's responses.",
    calls: listAttempts,
  })
  listAttempts(@CurrentContext() context: RequestContext, @Param('log_id') log_id: string) {
    return this.services.call(listAttempts, context, { log_id });
  }

  @Endpoint('GET', ':log_id/mail', 'read', getSentMail.response, {
    summary: 'Show an email as it was sent',
    description: 'Rendered again from the accepted content.',
    calls: getSentMail,
    renders: true,
  })
  getMail(@CurrentContext() context: RequestContext, @Param('log_id') log_id: string) {
    return this.services.call(getSentMail, context, { log_id });
  }

  @Endpoint('GET', ':log_id/mail/source', 'read', getMailSource.response, {
    summary: 'Show the source of an email',
    description: 'Headers and MIME parts, rendered again; of attachments only the size.',
    calls: getMailSource,
    renders: true,
  })
  getMailSource(@CurrentContext() context: RequestContext, @Param('log_id') log_id: string) {
    return this.services.call(getMailSource, context, { log_id });
  }

  @Endpoint('GET', ':log_id/mail/attachments/:index', 'read', anyFile, {
    summary: 'Download an attachment of an email',
    description: 'As it was sent, while it is stored. `index` is its position in `attachments` of the email, from 0.',
    calls: readAttachment,
  })
  downloadAttachment(
    @CurrentContext() context: RequestContext,
    @Param({ schema: attachmentPath }) mail: z.output<typeof attachmentPath>,
  ) {
    return downloadAttachment(this.services, context, mail);
  }

  @Endpoint('POST', ':log_id/cancel', 'send', ok, {
    summary: 'Cancel an email',
    description: 'Possible until the first attempt.',
    calls: cancelMessage,
  })
  async cancel(@CurrentContext() context: RequestContext, @Param('log_id') log_id: string) {
    await this.services.call(cancelMessage, context, { log_id });
    return okResponse;
  }
}
