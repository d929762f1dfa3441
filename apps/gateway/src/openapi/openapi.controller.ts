import { Controller } from '@nestjs/common';
import { z } from 'zod';
import { Endpoint } from '../http/endpoint.js';
import { ApiDescription } from './openapi.js';

/** See docs/reference/api-description.md. */
@Controller('openapi.json')
export class OpenApiController {
  constructor(private readonly description: ApiDescription) {}

  @Endpoint('GET', '', null, z.looseObject({ openapi: z.string().describe('The version of OpenAPI.') }), {
    summary: 'Describe the API',
    description: 'This document.',
    examples: { response: { openapi: '3.1.0' } },
  })
  describe(): object {
    return this.description.get();
  }
}
