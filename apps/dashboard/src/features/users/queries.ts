import type { components } from '@postrider/client';
import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.js';

export type User = components['schemas']['User'];

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => answer(api.GET('/users', { signal })),
});
