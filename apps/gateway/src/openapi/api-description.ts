import type { Type } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { describeApi } from './openapi.js';

/** The description of what all controllers answer, made when it is first asked for. */
@Injectable()
export class ApiDescription {
  private made: object | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  get(): object {
    return (this.made ??= describeApi(this.discovery.getControllers().map(({ metatype }) => metatype as Type)));
  }
}
