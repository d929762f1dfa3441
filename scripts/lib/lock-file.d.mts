export interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly resolved?: string;
  readonly os?: readonly string[];
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface Entry {
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly dev: boolean;
  readonly optional: boolean;
}

export function entriesWithoutHash(lock: LockFile): Entry[];
export function withHashesOf(lock: LockFile, other: LockFile): LockFile;
