import type { components } from '@postrider/client';
import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.js';

export const createKey = (body: components['schemas']['ApiKeyBody']) => answer(api.POST('/api_keys', { body }));

export const revokeKey = (id: string) => answer(api.DELETE('/api_keys/{id}', { params: { path: { id } } }));

export type ApiKey = components['schemas']['ApiKey'];

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => answer(api.GET('/api_keys', { signal })),
});
