import type { MailView } from '@ohmstead/contract/outbox'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export const outboxKey = ['outbox'] as const

const pageSize = 50

export function mailsQuery(state: MailView['state'] | null) {
  return infiniteQueryOptions({
    queryKey: [...outboxKey, 'list', state],
    queryFn: ({ signal, pageParam }) =>
      call('GET /outbox', { query: { state: state ?? undefined, before: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ mails }) => (mails.length < pageSize ? undefined : mails.at(-1)?.id),
    refetchInterval: 15_000,
  })
}

export function mailQuery(mailId: number) {
  return queryOptions({
    queryKey: [...outboxKey, 'mail', mailId],
    queryFn: async ({ signal }) => (await call('GET /outbox/:mailId', { params: { mailId }, signal })).mail,
  })
}
