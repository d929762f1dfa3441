import type { Express } from 'express';

/** What of Express's router is read here: its layers, each with a matcher and, for a route, its methods. */
interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** The methods a path answers to, in alphabetical order; none if there is no such path. */
export function methodsOf(express: Express, path: string): readonly string[] {
  const layers = express.router.stack as unknown as readonly Layer[];
  const methods = layers.filter((layer) => layer.route !== undefined && layer.match(path)).flatMap((layer) => Object.keys(layer.route!.methods));
  return [...new Set(methods.map((method) => method.toUpperCase()))].toSorted();
}
