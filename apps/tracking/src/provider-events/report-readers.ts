import { Injectable } from '@nestjs/common';
import type { ReportingEspType, WebhookSettingsOf } from '@postrider/contracts';
import { webhookSettingsOf } from '@postrider/contracts';
import { AmazonSns } from './kinds/amazon-sns.js';
import { sendGrid } from './kinds/kind-1-sendgrid.js';
import { mailgun } from './kinds/kind-2-mailgun.js';
import { isMandrillTest, mandrill } from './kinds/kind-3-mandrill.js';
import { postmark } from './kinds/kind-4-postmark.js';
import { amazonSes } from './kinds/kind-5-ses.js';
import { mailjet } from './kinds/kind-6-mailjet.js';
import { sparkPost } from './kinds/kind-8-sparkpost.js';
import type { Report, ReportReader, VerifiedReport } from './kinds/report.js';
import { unverified } from './kinds/report.js';

/** Whatever a provider posts is verified before it is believed; of an ESP account that does not say by what, nothing is. */
@Injectable()
export class ReportReaders {
  private readonly readers: { readonly [Type in ReportingEspType]: ReportReader<Type> };

  constructor(sns: AmazonSns) {
    this.readers = {
      esp_kind_1: sendGrid,
      esp_kind_2: mailgun,
      esp_kind_3: mandrill,
      esp_kind_4: postmark,
      esp_kind_5: amazonSes(sns),
      esp_kind_6: mailjet,
      esp_kind_8: sparkPost,
    };
  }

  /** @throws ServiceError `unauthenticated` or `invalid_request` */
  async read<Type extends ReportingEspType>(
    type: Type,
    report: Report,
    settings: Readonly<Record<string, string>> | undefined,
  ): Promise<VerifiedReport> {
    if (settings === undefined) {
      if (type === 'esp_kind_3' && (await isMandrillTest(report))) return { events: [] };
      throw unverified('this ESP account has no `webhook` to verify by');
    }
    const checked = webhookSettingsOf[type].parse(settings) as WebhookSettingsOf<Type>;
    return this.readers[type].read(report, checked, Date.now());
  }
}
