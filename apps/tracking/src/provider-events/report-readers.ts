import { Injectable } from '@nestjs/common';
import type { MailServerEspType, ReportingEspType, WebhookSettingsOf } from '@postrider/contracts';
import { webhookSettingsByType } from '@postrider/contracts';
import { AmazonSns } from './kinds/amazon-sns.js';
import { sendGrid } from './kinds/kind-1-sendgrid.js';
import { mailgun } from './kinds/kind-2-mailgun.js';
import { mandrill } from './kinds/kind-3-mandrill.js';
import { postmark } from './kinds/kind-4-postmark.js';
import { amazonSes } from './kinds/kind-5-ses.js';
import { mailjet } from './kinds/kind-6-mailjet.js';
import { sparkPost } from './kinds/kind-8-sparkpost.js';
import type { EventMapping, ReportReader } from './kinds/report-reader.js';
import { logEvents } from './kinds/report-reader.js';
import type { Report, VerifiedReport } from './kinds/report.js';
import { unverified } from './kinds/report.js';

/** Email returned to an SMTP account: actions of RFC 3464, feedback types of RFC 5965, and other returned email. */
const mailServer: EventMapping = {
  logEventByType: {
    'failed/hard': logEvents.invalidAddress,
    'failed/soft': logEvents.softBounce,
    delayed: logEvents.deferred,
    delivered: logEvents.delivered,
    relayed: null,
    expanded: null,
    'feedback/abuse': logEvents.reportedAsSpam,
    'feedback/fraud': logEvents.reportedAsSpam,
    'feedback/virus': logEvents.reportedAsSpam,
    'feedback/other': logEvents.reportedAsSpam,
    'feedback/opt-out': logEvents.unsubscribed,
    'feedback/opt-out-list': logEvents.unsubscribed,
    'feedback/not-spam': null,
    'feedback/auth-failure': null,
    unreadable: logEvents.softBounce,
    read: null,
    reply: null,
  },
};

/** Register the reader of a new kind here. */
const readers: { readonly [Type in ReportingEspType]: ReportReader<Type> } = {
  esp_kind_1: sendGrid,
  esp_kind_2: mailgun,
  esp_kind_3: mandrill,
  esp_kind_4: postmark,
  esp_kind_5: amazonSes,
  esp_kind_6: mailjet,
  esp_kind_8: sparkPost,
};

/** Providers report events over HTTP, mail servers with returned email. */
export type EventSource = ReportingEspType | MailServerEspType;
export const eventSources: Readonly<Record<EventSource, EventMapping>> = { ...readers, smtp: mailServer };

/** Verifies every report. An ESP account without a webhook signing key accepts none. */
@Injectable()
export class ReportReaders {
  constructor(private readonly sns: AmazonSns) {}

  /** @throws ServiceError `unauthenticated` or `invalid_request` */
  async read<Type extends ReportingEspType>(
    type: Type,
    report: Report,
    settings: Readonly<Record<string, string>> | undefined,
  ): Promise<VerifiedReport> {
    const reader: ReportReader<Type> = readers[type];
    if (settings === undefined) {
      if (await reader.isTest?.(report)) return { events: [] };
      throw unverified('this ESP account has no `webhook` to verify by');
    }
    const checked = webhookSettingsByType[type].parse(settings) as WebhookSettingsOf<Type>;
    return reader.read(report, checked, { nowMs: Date.now(), sns: this.sns });
  }
}
