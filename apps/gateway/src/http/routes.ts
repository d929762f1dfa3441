import type { Type } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { DiscoveryService, HttpAdapterHost } from '@nestjs/core';
import type { Express } from 'express';
import type { EndpointMetadata } from './endpoint-metadata.js';
import { endpointsOf } from './endpoint-metadata.js';

/** What of Express's router is read here: its layers, each with a matcher and, for a route, its methods. */
interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

interface KnownRoute {
  readonly layer: Layer;
  readonly path: string;
  readonly endpoint: EndpointMetadata;
}

const layersOf = (express: Express): readonly Layer[] => express.router.stack as unknown as readonly Layer[];

/** The methods a path answers to, in alphabetical order; none if there is no such path. A path of its own (`set_default`) is nothing's id. */
export function methodsOf(express: Express, path: string): readonly string[] {
  const matching = layersOf(express)
    .filter((layer) => layer.match(path))
    .flatMap(({ route }) => route ?? []);
  const own = matching.filter((route) => !route.path.includes(':'));
  const methods = (own.length > 0 ? own : matching).flatMap((route) => Object.keys(route.methods));
  return [...new Set(methods.map((method) => method.toUpperCase()))].toSorted();
}

/** Which operation a request is for, found the way Express will find it: so that it is known before the body is read. */
@Injectable()
export class Routes {
  private known: readonly KnownRoute[] | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly host: HttpAdapterHost,
  ) {}

  /** The operation, or nothing where the address or the method is none of ours. */
  find(method: string, path: string): EndpointMetadata | undefined {
    return this.route(method, path)?.endpoint;
  }

  /** As it is declared, after the version prefix: `/templates/:template_id`. */
  pathOf(method: string, path: string): string | undefined {
    return this.route(method, path)?.path;
  }

  private route(method: string, path: string): KnownRoute | undefined {
    this.known ??= this.table();
    const asked = method === 'HEAD' ? 'GET' : method;
    return this.known.find(({ layer, endpoint }) => endpoint.method === asked && layer.match(path));
  }

  private table(): readonly KnownRoute[] {
    const declared = new Map(
      this.discovery
        .getControllers()
        .flatMap(({ metatype }) => endpointsOf(metatype as Type))
        .map(({ path, endpoint }) => [`${endpoint.method} ${path}`, endpoint]),
    );
    return layersOf(this.host.httpAdapter.getInstance<Express>()).flatMap((layer) =>
      Object.keys(layer.route?.methods ?? {}).flatMap((method) => {
        const path = layer.route!.path.replace(/^\/api\/v1/, '');
        const endpoint = declared.get(`${method.toUpperCase()} ${path}`);
        return endpoint ? { layer, path, endpoint } : [];
      }),
    );
  }
}
