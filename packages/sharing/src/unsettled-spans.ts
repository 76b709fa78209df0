import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { intervalState } from './allocate-intervals.ts'
import type { SharedMonth } from './share-month.ts'
import type { UnsettledSpan } from './sharing-model.ts'

/** Unsettled quarter-hours in stretches with the same members whose readings are unknown. */
export function listUnsettled({ month, allocated }: SharedMonth): UnsettledSpan[] {
  const { grid, rows } = month
  const spans: UnsettledSpan[] = []
  let last = ''
  for (let i = 0; i < grid.count; i++) {
    if (allocated.state[i] !== intervalState.unsettled) {
      last = ''
      continue
    }
    const memberIds = rows.flatMap(({ member, from, to, offeredMilliWh, neededMilliWh }) => {
      const isUnknown = Number.isNaN(offeredMilliWh?.[i] ?? 0) || Number.isNaN(neededMilliWh?.[i] ?? 0)
      return i >= from && i < to && isUnknown ? [member.id] : []
    })
    const startMs = grid.firstStartMs + i * quarterHourMs
    const key = memberIds.join(' ')
    if (key === last) spans.at(-1)!.toMs += quarterHourMs
    else spans.push({ fromMs: startMs, toMs: startMs + quarterHourMs, memberIds })
    last = key
  }
  return spans
}
