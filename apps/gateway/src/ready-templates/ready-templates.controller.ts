import { Controller } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { ok, okAnswer } from '@postrider/contracts';
import { z } from 'zod';
import { CurrentContext, Endpoint, success } from '../http/endpoint.js';
import { installedTemplate, ReadyTemplatesService } from './ready-templates.service.js';

const installed = ok.extend({
  templates: z.array(installedTemplate).describe('All ready templates, those that existed included.'),
});

/** See docs/guides/identity.md#ready-templates. */
@Controller('ready_templates')
export class ReadyTemplatesController {
  constructor(private readonly templates: ReadyTemplatesService) {}

  @Endpoint('POST', 'identity', 'manage', installed, {
    summary: 'Install the ready templates for identity hooks',
    description: 'In eight languages. A template that the account has already is left as it is.',
    errors: ['rate_limited', 'quota_exceeded'],
    examples: {
      request: {},
      answer: {
        ...okAnswer,
        templates: [{ key: 'confirm', template: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe', created: true }],
      },
    },
  })
  async install(@CurrentContext() context: RequestContext) {
    return success({ templates: await this.templates.install(context) });
  }
}
