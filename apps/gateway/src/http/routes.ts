import type { Express } from 'express';

/** What of Express's router is read here: its layers, each with a matcher and, for a route, its methods. */
interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** The methods a path answers to, in alphabetical order; none if there is no such path. A path of its own (`set_default`) is nothing's id. */
export function methodsOf(express: Express, path: string): readonly string[] {
  const layers = express.router.stack as unknown as readonly Layer[];
  const matching = layers.filter((layer) => layer.match(path)).flatMap(({ route }) => route ?? []);
  const own = matching.filter((route) => !route.path.includes(':'));
  const methods = (own.length > 0 ? own : matching).flatMap((route) => Object.keys(route.methods));
  return [...new Set(methods.map((method) => method.toUpperCase()))].toSorted();
}
