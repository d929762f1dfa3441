import type { Right, Role } from '../http/caller.js';

/** A key that may manage may administer: what it may do is what was decided when it was made. Null means all. */
export const rightsOfKey = (scopes: readonly Right[] | null): readonly Right[] | null =>
  scopes?.includes('manage') ? [...scopes, 'administer'] : scopes;

/** See docs/users.md#roles. */
export const rightsOfRole: Readonly<Record<Role, readonly Right[] | null>> = {
  viewer: ['read'],
  editor: ['read', 'send', 'manage'],
  admin: null,
};

/** The least role that has the right. */
export const roleFor = (right: Right): Role =>
  right === 'read' ? 'viewer' : right === 'administer' ? 'admin' : 'editor';
