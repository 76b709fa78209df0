import type { ConnectivityView } from '@ohmstead/contract/controllers-page'

/**
 * The connection of a controller over a range. `changes` may begin with the last one before the range. What its present state
 * says is true even where changes were too many to be kept.
 */
export function buildConnectivity(
  { from, to }: { from: number; to: number },
  changes: ConnectivityView['changes'],
  present: { online: boolean; online_changed_at: number | null },
): ConnectivityView {
  const all = [...changes]
  const { online, online_changed_at: changedAt } = present
  if (changedAt !== null && changedAt <= to && all.at(-1)?.online !== online)
    all.push({ at: Math.max(changedAt, all.at(-1)?.at ?? changedAt), online })
  const before = all.findLast(({ at }) => at < from)
  const within = all.filter(({ at }) => at >= from)
  const first = within[0]
  // Until it first connects it is being set up: that is no outage.
  const beforeFirst = first?.online === false ? true : null
  const wasOnline = before ? before.online : first ? beforeFirst : changedAt === null ? false : null
  let last = wasOnline
  const real = within.filter((change) => {
    const isChange = change.online !== last
    last = change.online
    return isChange
  })
  return { from, to, was_online: wasOnline, changes: real }
}
