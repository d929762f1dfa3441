import type { Type } from '@nestjs/common';
import { Controller } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { z } from 'zod';
import { Endpoint } from '../http/endpoint.js';
import { describeApi } from './openapi.js';

@Controller('openapi.json')
export class OpenApiController {
  private description: object | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  /** Made when it is first asked for. */
  @Endpoint('GET', '', null, z.looseObject({ openapi: z.string() }), {
    summary: 'Describe the API',
    description: 'This document.',
    examples: { answer: { openapi: '3.1.0' } },
  })
  describe(): object {
    return (this.description ??= describeApi(this.discovery.getControllers().map(({ metatype }) => metatype as Type)));
  }
}
