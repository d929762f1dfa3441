import type { Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import { features } from './gateway.module.js';
import { describeApi } from './openapi/openapi.js';

/** The controllers of the API, without starting any of them. */
export const controllers = features.flatMap(
  (feature) => Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, feature) as Type[],
);

/** The description of the API without a gateway that runs: what `postrider openapi` prints, and what the client is made from. */
export const describeGateway = (): object => describeApi(controllers);
