import { Controller } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { ok, okResponse } from '@postrider/contracts';
import { z } from 'zod';
import { CurrentContext, Endpoint, success } from '../http/endpoint.js';
import { readyTemplate } from './ready-templates.js';
import { installedTemplate, ReadyTemplatesService } from './ready-templates.service.js';

const installed = ok.extend({
  templates: z.array(installedTemplate).describe('All starter templates, those that existed included.'),
});

const listed = ok.extend({ templates: z.array(readyTemplate).describe('All starter templates.') });

/** See docs/reference/ready-templates.md and docs/guides/identity.md#starter-templates. */
@Controller('ready_templates')
export class ReadyTemplatesController {
  constructor(private readonly templates: ReadyTemplatesService) {}

  @Endpoint('GET', '', 'read', listed, {
    summary: 'List starter templates',
    description: 'Templates to start from: MJML with dark mode, a text part and sample data.',
    examples: {
      response: {
        ...okResponse,
        templates: [
          {
            key: 'welcome',
            name: 'Welcome',
            subject: 'Welcome to {{ sender_name }}',
            preheader: 'Your account is ready.',
            html: '<mjml>…</mjml>',
            text: 'Welcome, {{ name }}',
            engine: 'jinja',
            autoescape: true,
            template_data: { sender_name: 'Acme', name: 'Ada' },
          },
        ],
      },
    },
  })
  async list() {
    return success({ templates: await this.templates.list() });
  }

  @Endpoint('POST', 'identity', 'manage', installed, {
    summary: 'Install the starter templates for identity hooks',
    description: 'In eight languages. A template that the account has already is left as it is.',
    errors: ['rate_limited', 'quota_exceeded'],
    examples: {
      request: {},
      response: {
        ...okResponse,
        templates: [{ key: 'confirm', template: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe', created: true }],
      },
    },
  })
  async install(@CurrentContext() context: RequestContext) {
    return success({ templates: await this.templates.install(context) });
  }
}
