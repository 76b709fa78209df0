import {
  minutesPerDay,
  publicHoliday,
  type TimePlan,
  type TimePlanBlockType,
  type Weekday,
} from '@ohmstead/domain/pricing/time-plan'
import { rowKey, type SlotDraft } from './check-slots.ts'
import { blockTypesInUse } from './slot-at.ts'

/** Weekdays in the order of a week. */
export const weekdays: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7]

/** Minutes of a local day in which no slot of a block type applies, half-open. */
export interface UncoveredSpan {
  type: TimePlanBlockType
  seasonId: number
  weekday: Weekday | typeof publicHoliday
  fromMinute: number
  toMinute: number
}

/** A plan whose slots may be unsaved. */
export type PlanToCheck = Pick<TimePlan, 'blocks' | 'seasons' | 'holidayWeekday'> & {
  slots: readonly SlotDraft[]
}

/** The rows that need slots: every weekday, and public holidays if they have slots of their own. */
export function rowsInUse({
  holidayWeekday,
}: Pick<TimePlan, 'holidayWeekday'>): (Weekday | typeof publicHoliday)[] {
  return holidayWeekday === publicHoliday ? [...weekdays, publicHoliday] : [...weekdays]
}

/**
 * Where a block type in use has no slot, season by season. Days before the first season are not among them: see
 * `firstDayOf`.
 */
export function findUncovered(plan: PlanToCheck): UncoveredSpan[] {
  const typeOf = new Map(plan.blocks.map(({ id, type }) => [id, type]))
  const rows = new Map<string, SlotDraft[]>()
  for (const slot of plan.slots) {
    const type = typeOf.get(slot.blockId)
    if (!type) continue
    const key = rowKey(type, slot.seasonId, slot.weekday)
    rows.set(key, [...(rows.get(key) ?? []), slot])
  }
  return blockTypesInUse(plan).flatMap((type) =>
    plan.seasons.flatMap(({ id: seasonId }) =>
      rowsInUse(plan).flatMap((weekday) =>
        findGaps(rows.get(rowKey(type, seasonId, weekday)) ?? []).map((gap) => ({
          type,
          seasonId,
          weekday,
          ...gap,
        })),
      ),
    ),
  )
}

/** The day on which the plan begins; null without a season. */
export function firstDayOf({ seasons }: Pick<TimePlan, 'seasons'>): string | null {
  return seasons.reduce<string | null>(
    (first, { validFrom }) => (first === null || validFrom < first ? validFrom : first),
    null,
  )
}

/** Whether from its first season on every instant has a slot of each block type. */
export function isComplete(plan: PlanToCheck): boolean {
  return plan.blocks.length > 0 && plan.seasons.length > 0 && findUncovered(plan).length === 0
}

function findGaps(slots: SlotDraft[]): { fromMinute: number; toMinute: number }[] {
  const gaps: { fromMinute: number; toMinute: number }[] = []
  let reached = 0
  for (const { fromMinute, toMinute } of slots.sort((a, b) => a.fromMinute - b.fromMinute)) {
    if (fromMinute > reached) gaps.push({ fromMinute: reached, toMinute: fromMinute })
    reached = Math.max(reached, toMinute)
  }
  if (reached < minutesPerDay) gaps.push({ fromMinute: reached, toMinute: minutesPerDay })
  return gaps
}
