import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** The texts of another language than the current one. */
export function translationsQuery(locale: string) {
  return queryOptions({
    queryKey: ['translations', locale],
    queryFn: ({ signal }) => call('GET /site/translations/:locale', { params: { locale }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
