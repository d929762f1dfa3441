import type { Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import { features } from './gateway.module.js';
import { describeApi } from './openapi/openapi.js';
import { McpModule } from './mcp/mcp.module.js';
import { ResendModule } from './resend-api/resend.module.js';

/** The controllers of the API, found without starting the gateway. */
export const controllers = features.flatMap(
  (feature) => Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, feature) as Type[],
);

/** The controllers of other interfaces, which the description omits. */
export const undescribedControllers = [ResendModule, McpModule].flatMap(
  (feature) => Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, feature) as Type[],
);

/** The OpenAPI description, for `postrider openapi` and the generated client. */
export const describeGateway = (): object => describeApi(controllers);
