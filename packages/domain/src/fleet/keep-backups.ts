const keptNewest = 10
const yearMs = 365 * 86_400_000

/** Which backups of a controller may go: all but the newest ten, and the newest of each month of a year. */
export function findSurplusBackups(
  backups: readonly { id: number; createdAt: number }[],
  now: number,
): number[] {
  const months = new Set<string>()
  return backups
    .toSorted((a, b) => b.createdAt - a.createdAt || b.id - a.id)
    .filter(({ createdAt }, index) => {
      const month = new Date(createdAt).toISOString().slice(0, 7)
      const isNewestOfMonth = !months.has(month)
      months.add(month)
      return index >= keptNewest && !(isNewestOfMonth && createdAt > now - yearMs)
    })
    .map(({ id }) => id)
}
