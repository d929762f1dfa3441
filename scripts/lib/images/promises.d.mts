export interface Image {
  readonly bytes: number;
  readonly user: string;
  readonly layers: readonly string[];
}

export interface Inside {
  readonly uid: number;
  readonly commands: readonly string[];
  readonly writable: readonly string[];
  readonly installed: number;
  readonly unbilled: readonly string[];
}

export const probe: string;
export function brokenPromises(image: Image, again: readonly string[], inside: Inside): string[];
