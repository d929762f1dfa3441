import type { Type } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { DiscoveryService, HttpAdapterHost } from '@nestjs/core';
import type { Express } from 'express';
import type { EndpointMetadata } from './endpoint-metadata.js';
import { getEndpoints } from './endpoint-metadata.js';

/** The part of a layer of Express's router that is used here. */
interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

interface KnownRoute {
  readonly layer: Layer;
  readonly path: string;
  readonly endpoint: EndpointMetadata;
}

const getLayers = (express: Express): readonly Layer[] => express.router.stack as unknown as readonly Layer[];

/** The methods of a path in alphabetical order. A fixed path like `set_default` takes precedence over a parameter. */
export function getMethods(express: Express, path: string): readonly string[] {
  const matching = getLayers(express)
    .filter((layer) => layer.match(path))
    .flatMap(({ route }) => route ?? []);
  const own = matching.filter((route) => !route.path.includes(':'));
  const methods = (own.length > 0 ? own : matching).flatMap((route) => Object.keys(route.methods));
  return [...new Set(methods.map((method) => method.toUpperCase()))].toSorted();
}

/** Finds the operation of a request as Express would, before its body is read. */
@Injectable()
export class Routes {
  private known: readonly KnownRoute[] | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly host: HttpAdapterHost,
  ) {}

  /** Undefined if there is no such path or method. */
  find(method: string, path: string): EndpointMetadata | undefined {
    return this.route(method, path)?.endpoint;
  }

  /** The pattern without the version prefix: `/templates/:template_id`. */
  getPath(method: string, path: string): string | undefined {
    return this.route(method, path)?.path;
  }

  private route(method: string, path: string): KnownRoute | undefined {
    this.known ??= this.table();
    const declaredMethod = method === 'HEAD' ? 'GET' : method;
    return this.known.find(({ layer, endpoint }) => endpoint.method === declaredMethod && layer.match(path));
  }

  private table(): readonly KnownRoute[] {
    const declared = new Map(
      this.discovery
        .getControllers()
        .flatMap(({ metatype }) => getEndpoints(metatype as Type))
        .map(({ path, endpoint }) => [`${endpoint.method} ${path}`, endpoint]),
    );
    return getLayers(this.host.httpAdapter.getInstance<Express>()).flatMap((layer) =>
      Object.keys(layer.route?.methods ?? {}).flatMap((method) => {
        const path = layer.route!.path.replace(/^\/api\/v1/, '');
        const endpoint = declared.get(`${method.toUpperCase()} ${path}`);
        return endpoint ? { layer, path, endpoint } : [];
      }),
    );
  }
}
