import { findOffsets, type OffsetSpan } from '@ohmstead/network-fee/calendar/local-time'

const isoStamp = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?$/
const dottedStamp = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})\.? +(\d{1,2}):(\d\d)(?::(\d\d))?$/

/** A local date and time as milliseconds of a clock without offset; null if invalid. `24:00` ends a day. */
export function parseLocalStamp(text: string): number | null {
  const iso = isoStamp.exec(text)
  const dotted = iso ? null : dottedStamp.exec(text)
  const parts = iso ? iso.slice(1) : dotted ? [dotted[3], dotted[2], dotted[1], ...dotted.slice(4)] : null
  if (!parts) return null
  const [year, month, day, hour, minute, second] = parts.map((part) => Number(part ?? 0)) as [
    ...[number, number, number],
    ...[number, number, number],
  ]
  const midnight = Date.UTC(year, month - 1, day)
  const date = new Date(midnight)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  if (hour > 24 || minute > 59 || second > 59 || (hour === 24 && minute + second > 0)) return null
  return midnight + ((hour * 60 + minute) * 60 + second) * 1000
}

/**
 * Converts local stamps to instants in the order of the file. The repeated hour in autumn is summer time the first
 * time and winter time the second; the skipped hour in spring is null.
 */
export function createLocalClock(): { toInstant(localMs: number): number | null } {
  const spans = findOffsets(Date.UTC(2000, 0), Date.UTC(2100, 0))
  const offsets = [...new Set(spans.map(({ offsetMs }) => offsetMs))]
  const seen = new Set<number>()
  return {
    toInstant: (localMs) => {
      const instants = offsets
        .map((offsetMs) => ({ at: localMs - offsetMs, offsetMs }))
        .filter(({ at, offsetMs }) => offsetAt(spans, at) === offsetMs)
        .map(({ at }) => at)
        .sort((a, b) => a - b)
      if (instants.length < 2) return instants[0] ?? null
      if (seen.has(localMs)) return instants[1]!
      seen.add(localMs)
      return instants[0]!
    },
  }
}

function offsetAt(spans: readonly OffsetSpan[], at: number): number | null {
  let low = 0
  let high = spans.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (spans[middle]!.fromMs <= at) low = middle
    else high = middle - 1
  }
  return spans[low]!.fromMs <= at ? spans[low]!.offsetMs : null
}
