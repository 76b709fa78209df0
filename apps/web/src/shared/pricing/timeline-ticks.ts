/** First days of months between two days: as many as leave room for their names, at most six. */
export function timelineTicks(from: string, to: string): string[] {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)]
  const months = first.until(last, { largestUnit: 'months' }).months
  const step = [1, 3, 6, 12].find((size) => months / size <= 5) ?? 24
  const ticks: string[] = []
  let month = first.with({ day: 1 })
  while (Temporal.PlainDate.compare(month, last) <= 0) {
    const place = month.year * 12 + month.month - 1
    if (place % step === 0 && Temporal.PlainDate.compare(month, first) >= 0) ticks.push(month.toString())
    month = month.add({ months: 1 })
  }
  return ticks
}
