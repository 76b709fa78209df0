import type { Client } from 'aedes'
import { matchesFilter } from './match-filter.ts'

// Of one session; the cloud sends five kinds.
const mostSubscriptions = 50

/** A client id of one controller must not end another's session, so all ids but the serial itself are prefixed by it. */
export function sessionId(serial: string | undefined, clientId: string): string {
  if (!serial || clientId === serial) return clientId
  return `${serial}/${clientId.slice(0, 64) || Math.random().toString(36).slice(2)}`
}

const filtersOf = (client: Client) =>
  (client as Client & { subscriptions: Record<string, unknown> }).subscriptions

/** Whether it may subscribe to one more. */
export const mayHold = (client: Client, filter: string) =>
  filter in filtersOf(client) || Object.keys(filtersOf(client)).length < mostSubscriptions

export function isSubscribed({ client }: { client: Client }, topic: string): boolean {
  const filters = filtersOf(client)
  if (topic in filters) return true
  for (const filter in filters) if (matchesFilter(topic, filter)) return true
  return false
}
