import { formatMinute } from '@ohmstead/domain/time/format-minute'
import type { SlotDraft } from '@ohmstead/pricing/time-plan/check-slots'
import type { TimePlanRow } from './time-plan-queries.ts'

/** Slots as a line for each day of a season, for the audit log: 'Winter, 1: 00:00–06:00 Night, 06:00–24:00 Day'. */
export function describeSlots(
  { seasons, blocks }: Pick<TimePlanRow, 'seasons' | 'blocks'>,
  slots: readonly SlotDraft[],
): string[] {
  const days = new Map<string, string[]>()
  for (const { seasonId, blockId, weekday, fromMinute, toMinute } of sortByStart(slots)) {
    const season = seasons.find(({ id }) => id === seasonId)?.title ?? seasonId
    const block = blocks.find(({ id }) => id === blockId)?.title ?? blockId
    const day = `${season}, ${weekday}`
    days.set(day, [
      ...(days.get(day) ?? []),
      `${formatMinute(fromMinute)}–${formatMinute(toMinute)} ${block}`,
    ])
  }
  return [...days].map(([day, hours]) => `${day}: ${hours.join(', ')}`)
}

const sortByStart = (slots: readonly SlotDraft[]) =>
  [...slots].sort((a, b) => a.seasonId - b.seasonId || a.weekday - b.weekday || a.fromMinute - b.fromMinute)
