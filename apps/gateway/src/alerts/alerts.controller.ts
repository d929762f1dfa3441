import { Body, Controller, Param, Query } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import {
  alertBody,
  alertsQuery,
  createAlert,
  deleteAlert,
  getAlert,
  listAlerts,
  ok,
  okResponse,
  testAlert,
  updateAlert,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { z } from 'zod';
import { CurrentContext, Endpoint, success } from '../http/endpoint.js';

/** See docs/reference/alerts.md. */
@Controller('alerts')
export class AlertsController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', '', 'administer', listAlerts.response, {
    summary: 'List alerts',
    description: 'Oldest first, page by page, with their states.',
    calls: listAlerts,
  })
  list(@CurrentContext() context: RequestContext, @Query({ schema: alertsQuery }) query: z.output<typeof alertsQuery>) {
    return this.services.call(listAlerts, context, query);
  }

  @Endpoint('POST', '', 'administer', ok.extend({ alert: createAlert.response }), {
    summary: 'Create an alert',
    calls: createAlert,
  })
  async create(
    @CurrentContext() context: RequestContext,
    @Body({ schema: alertBody }) body: z.output<typeof alertBody>,
  ) {
    return success({ alert: await this.services.call(createAlert, context, body) });
  }

  @Endpoint('GET', ':id', 'administer', ok.extend({ alert: getAlert.response }), {
    summary: 'Show an alert',
    calls: getAlert,
  })
  async get(@CurrentContext() context: RequestContext, @Param('id') alert_id: string) {
    return success({ alert: await this.services.call(getAlert, context, { alert_id }) });
  }

  @Endpoint('PUT', ':id', 'administer', ok.extend({ alert: updateAlert.response }), {
    summary: 'Change an alert',
    description: 'Another condition, threshold, minimum or window, or enabling it, starts its evaluation anew.',
    calls: updateAlert,
    examples: { request: updateAlert.examples[0]!.request.alert },
  })
  async update(
    @CurrentContext() context: RequestContext,
    @Param('id') alert_id: string,
    @Body({ schema: alertBody }) alert: z.output<typeof alertBody>,
  ) {
    return success({ alert: await this.services.call(updateAlert, context, { alert_id, alert }) });
  }

  @Endpoint('DELETE', ':id', 'administer', ok, {
    summary: 'Delete an alert',
    description: 'Waiting notifications are not sent.',
    calls: deleteAlert,
  })
  async delete(@CurrentContext() context: RequestContext, @Param('id') alert_id: string) {
    await this.services.call(deleteAlert, context, { alert_id });
    return okResponse;
  }

  @Endpoint('POST', ':id/test', 'administer', ok, {
    summary: 'Send a test notification',
    description: 'At once, in quiet hours too, and to addresses that refused earlier emails.',
    calls: testAlert,
  })
  async test(@CurrentContext() context: RequestContext, @Param('id') alert_id: string) {
    await this.services.call(testAlert, context, { alert_id });
    return okResponse;
  }
}
