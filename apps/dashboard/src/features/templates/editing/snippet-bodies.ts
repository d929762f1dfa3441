import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../../api/client.js';

/** All snippets: what they say is needed to render, what they are called to complete. */
export const snippetsQuery = queryOptions({
  queryKey: ['snippets'],
  queryFn: ({ signal }) => answer(api.GET('/snippets', { signal })),
  staleTime: 60_000,
});
