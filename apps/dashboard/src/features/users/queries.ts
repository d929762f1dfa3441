import type { components } from '@postrider/client';
import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.js';
import type { Role } from '../../session/session.js';

const at = (id: string) => ({ params: { path: { id } } });

/** Sends a mail with a link. */
export const invite = (body: { readonly email: string; readonly role: Role; readonly name?: string }) =>
  answer(api.POST('/users', { body }));

export const changeRole = (id: string, role: Role) => answer(api.PATCH('/users/{id}', { ...at(id), body: { role } }));

export const removeUser = (id: string) => answer(api.DELETE('/users/{id}', at(id)));

export type User = components['schemas']['User'];

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => answer(api.GET('/users', { signal })),
});
