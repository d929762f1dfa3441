export function generate(): readonly { readonly file: string; readonly text: string }[];
/** Files that hold something else than is generated, by their paths. */
export function stale(): readonly string[];
