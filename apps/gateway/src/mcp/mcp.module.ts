import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { OpenApiModule } from '../openapi/openapi.module.js';
import { McpController } from './mcp.controller.js';
import { McpService } from './mcp.service.js';

/** The Model Context Protocol (docs/guides/mcp.md). */
@Module({ imports: [HttpModule, OpenApiModule], controllers: [McpController], providers: [McpService] })
export class McpModule {}
