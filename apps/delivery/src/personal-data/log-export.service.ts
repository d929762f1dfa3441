import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, exportLogs, RequestContext } from '@postrider/contracts';
import { SentMailService } from '../messages/sent-mail.service.js';
import { LogExportRepository } from './log-export.repository.js';

type Page = ResponseInputOf<typeof exportLogs>;

/** Characters of rendered content in a page; the log that exceeds the bound is the page's last one. */
const maxContentLength = 2 * 1024 * 1024;

/** Adds the content of emails without a template, which nothing else of the export shows. */
@Injectable()
export class LogExportService {
  constructor(
    private readonly logs: LogExportRepository,
    private readonly mails: SentMailService,
  ) {}

  async page(context: RequestContext, recipientKey: string, after: string | undefined): Promise<Page> {
    const page = await this.logs.page(context.accountId, recipientKey, after);
    const items: Page['items'] = [];
    let length = 0;
    for (const log of page.items) {
      const content = log.email && log.email_id === '' ? await this.mails.findContent(context, log.id) : undefined;
      items.push(content ? { ...log, email: { ...log.email!, ...content } } : log);
      length += (content?.text.length ?? 0) + (content?.html?.length ?? 0);
      if (length > maxContentLength && log !== page.items.at(-1)) return { items, next: log.id };
    }
    return { ...page, items };
  }
}
