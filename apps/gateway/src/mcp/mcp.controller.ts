import { Controller, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { z } from 'zod';
import type { ApiRequest } from '../http/api-request.js';
import { Endpoint } from '../http/endpoint.js';
import { McpService } from './mcp.service.js';

/** The Model Context Protocol (docs/guides/mcp.md). */
@Controller('mcp')
export class McpController {
  /** The OpenAPI description leaves it out. */
  static readonly resource = null;

  constructor(private readonly mcp: McpService) {}

  @Endpoint('POST', '', null, z.unknown(), { summary: 'Handle a message of the Model Context Protocol' })
  async handle(@Req() request: ApiRequest, @Res() response: Response) {
    const result = await this.mcp.handle(request);
    response.status(result.status).type(result.headers.get('content-type') ?? 'application/json');
    response.send(await result.text());
  }
}
