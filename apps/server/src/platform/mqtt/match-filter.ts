/** Whether a topic matches a filter with `+` for one level and `#` for all that follow. */
export function matchesFilter(topic: string, filter: string): boolean {
  if (!filter.includes('+') && !filter.endsWith('#')) return topic === filter
  const [levels, wanted] = [topic.split('/'), filter.split('/')]
  for (const [index, want] of wanted.entries()) {
    if (want === '#') return true
    if (index >= levels.length || (want !== '+' && want !== levels[index])) return false
  }
  return levels.length === wanted.length
}
