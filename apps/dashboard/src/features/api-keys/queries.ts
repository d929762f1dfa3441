import type { components } from '@postrider/client';
import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.js';

export type ApiKey = components['schemas']['ApiKey'];

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => answer(api.GET('/api_keys', { signal })),
});
