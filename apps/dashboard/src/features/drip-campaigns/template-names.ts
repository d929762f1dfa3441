import { keepPreviousData, queryOptions, useQueries } from '@tanstack/react-query';
import { answer, api } from '../../api/client.js';

const choiceLength = 100;

/** A template that is gone goes by its id. */
const nameQuery = (id: string) =>
  queryOptions({
    queryKey: ['templates', id, 'name'],
    queryFn: async ({ signal }) => {
      const { data } = await answer(api.GET('/templates/search', { params: { query: { q: id, count: 1 } }, signal }));
      return data.find((template) => template.id === id)?.name ?? id;
    },
    staleTime: 60_000,
  });

/** The names of some templates, whichever an account has besides. */
export function useTemplateNames(ids: readonly string[]): (id: string) => string {
  const unique = [...new Set(ids)];
  const answers = useQueries({ queries: unique.map(nameQuery) });
  return (id) => {
    const { data, isPending } = answers[unique.indexOf(id)] ?? {};
    return data ?? (isPending ? '…' : id);
  };
}

/** Those to choose from, by their names: the first hundred that the words find. */
export const templateChoiceQuery = (words: string) =>
  queryOptions({
    queryKey: ['templates', 'choice', words],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/templates/search', {
          params: { query: { ...(words && { q: words }), sort: 'name', count: choiceLength } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
