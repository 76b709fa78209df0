const keptNewest = 10
const dayMs = 86_400_000

/**
 * Which backups of a controller may go: all but the newest ten, the last of each of the past ten days, and the last of each
 * month of a year. The days are there so that a row of fresh backups does not push out those from before a mishap.
 */
export function findSurplusBackups(
  backups: readonly { id: number; createdAt: number }[],
  now: number,
): number[] {
  const seen = new Set<string>()
  const isLastOf = (span: string) => !seen.has(span) && Boolean(seen.add(span))
  return backups
    .toSorted((a, b) => b.createdAt - a.createdAt || b.id - a.id)
    .filter(({ createdAt }, index) => {
      const day = new Date(createdAt).toISOString().slice(0, 10)
      const isLastOfDay = isLastOf(day)
      const isLastOfMonth = isLastOf(day.slice(0, 7))
      if (index < keptNewest) return false
      if (isLastOfDay && createdAt > now - 10 * dayMs) return false
      return !(isLastOfMonth && createdAt > now - 365 * dayMs)
    })
    .map(({ id }) => id)
}
