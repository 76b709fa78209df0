import {
  minutesPerDay,
  publicHoliday,
  type TimePlan,
  type TimePlanBlockType,
  type Weekday,
} from '@ohmstead/domain/pricing/time-plan'
import { rowKey, type SlotDraft, slotStepMinutes } from './check-slots.ts'

/** A day of a plan as its editor paints it: the block of each quarter-hour, 0 where there is none. */
export type DayCells = readonly number[]

/** The days that have any slot, by `rowKey`. Unchanged days stay the same object, so that undoing costs nothing. */
export type WeekCells = Readonly<Record<string, DayCells>>

/** 96: a local day in its own minutes, whether or not its clock changes. */
export const cellsPerDay = minutesPerDay / slotStepMinutes

const emptyDay: DayCells = Array.from({ length: cellsPerDay }, () => 0)

type DayRow = Weekday | typeof publicHoliday

/** Where somebody paints: quarter-hours of some weekdays of a season, half-open. */
export interface CellArea {
  type: TimePlanBlockType
  seasonId: number
  weekdays: readonly DayRow[]
  from: number
  to: number
}

/** The cells of a plan whose slots are on quarter-hours; of overlapping ones the first in the plan holds. */
export function layOutCells({
  blocks,
  slots,
}: Pick<TimePlan, 'blocks'> & { slots: readonly SlotDraft[] }): WeekCells {
  const typeOf = new Map(blocks.map(({ id, type }) => [id, type]))
  const week: Record<string, number[]> = {}
  for (const { blockId, seasonId, weekday, fromMinute, toMinute } of [...slots].reverse()) {
    const type = typeOf.get(blockId)
    if (!type) continue
    const key = rowKey(type, seasonId, weekday)
    week[key] ??= [...emptyDay]
    week[key].fill(blockId, fromMinute / slotStepMinutes, toMinute / slotStepMinutes)
  }
  return week
}

/** The cells of a day, all 0 if it has no slot. */
export function cellsOfDay(
  week: WeekCells,
  type: TimePlanBlockType,
  seasonId: number,
  weekday: DayRow,
): DayCells {
  return week[rowKey(type, seasonId, weekday)] ?? emptyDay
}

/** Whether no quarter-hour of a day has a block: such a day cannot be copied. */
export const isEmptyDay = (cells: DayCells) => cells.every((blockId) => blockId === 0)

/** Gives an area to a block, or to none. */
export function paintCells(week: WeekCells, area: CellArea, blockId: number | null): WeekCells {
  const painted: Record<string, DayCells> = { ...week }
  for (const weekday of area.weekdays) {
    const cells = cellsOfDay(week, area.type, area.seasonId, weekday)
    const next = [...cells].fill(blockId ?? 0, area.from, area.to)
    if (!isSame(cells, next)) painted[rowKey(area.type, area.seasonId, weekday)] = next
  }
  return painted
}

/** Copies a day to others of its season; an empty day is not copied. */
export function copyDay(
  week: WeekCells,
  {
    type,
    seasonId,
    from,
    to,
  }: { type: TimePlanBlockType; seasonId: number; from: DayRow; to: readonly DayRow[] },
): WeekCells {
  const cells = cellsOfDay(week, type, seasonId, from)
  if (isEmptyDay(cells)) return week
  const copied: Record<string, DayCells> = { ...week }
  for (const weekday of to) copied[rowKey(type, seasonId, weekday)] = cells
  return copied
}

/** A stretch of a day with one block, or without any (0), in minutes. */
export interface DayStretch {
  blockId: number
  fromMinute: number
  toMinute: number
}

/** The whole day as stretches, in order. */
export function stretchesOf(cells: DayCells): DayStretch[] {
  const stretches: DayStretch[] = []
  cells.forEach((blockId, place) => {
    const last = stretches.at(-1)
    const toMinute = (place + 1) * slotStepMinutes
    if (last?.blockId === blockId) last.toMinute = toMinute
    else stretches.push({ blockId, fromMinute: toMinute - slotStepMinutes, toMinute })
  })
  return stretches
}

/** The slots that cells stand for. */
export function slotsOfWeek(week: WeekCells): SlotDraft[] {
  return Object.entries(week).flatMap(([key, cells]) => {
    const { seasonId, weekday } = parseKey(key)
    return stretchesOf(cells)
      .filter(({ blockId }) => blockId !== 0)
      .map((stretch) => ({ seasonId, weekday, ...stretch }))
  })
}

/** The days in which two weeks differ, with all slots that they have in `mine`: what has to be saved. */
export function findChangedDays(base: WeekCells, mine: WeekCells) {
  const changed = new Map<string, { seasonId: number; weekday: DayRow }>()
  for (const key of new Set([...Object.keys(base), ...Object.keys(mine)])) {
    if (isSame(base[key] ?? emptyDay, mine[key] ?? emptyDay)) continue
    const { seasonId, weekday } = parseKey(key)
    changed.set(`${seasonId}/${weekday}`, { seasonId, weekday })
  }
  const slots = slotsOfWeek(mine)
  return [...changed.values()].map(({ seasonId, weekday }) => ({
    seasonId,
    weekday,
    slots: slots
      .filter((slot) => slot.seasonId === seasonId && slot.weekday === weekday)
      .map(({ blockId, fromMinute, toMinute }) => ({ blockId, fromMinute, toMinute })),
  }))
}

/**
 * Own painting on top of what somebody else has saved meanwhile: every quarter-hour that was painted here keeps its block,
 * all others get theirs. Seasons and blocks that are gone take their painting with them.
 */
export function rebaseCells(
  base: WeekCells,
  mine: WeekCells,
  theirs: WeekCells,
  plan: Pick<TimePlan, 'blocks' | 'seasons' | 'holidayWeekday'>,
): WeekCells {
  const typeOf = new Map(plan.blocks.map(({ id, type }) => [id, type]))
  const seasonIds = new Set(plan.seasons.map(({ id }) => id))
  const rebased: Record<string, DayCells> = { ...theirs }
  for (const [key, cells] of Object.entries(mine)) {
    const { type, seasonId, weekday } = parseKey(key)
    if (!seasonIds.has(seasonId)) continue
    if (weekday === publicHoliday && plan.holidayWeekday !== publicHoliday) continue
    const [old, other] = [base[key] ?? emptyDay, theirs[key] ?? emptyDay]
    const merged = cells.map((blockId, place) => {
      const isOwn = blockId !== old[place] && (blockId === 0 || typeOf.get(blockId) === type)
      return isOwn ? blockId : other[place]!
    })
    if (!isSame(merged, other)) rebased[key] = merged
  }
  return rebased
}

/** Whether two weeks have the same block in every quarter-hour of every season. */
export function isSameWeek(one: WeekCells, other: WeekCells): boolean {
  if (one === other) return true
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
    isSame(one[key] ?? emptyDay, other[key] ?? emptyDay),
  )
}

function isSame(one: DayCells, other: DayCells): boolean {
  return one === other || one.every((blockId, place) => blockId === other[place])
}

function parseKey(key: string) {
  const [type, seasonId, weekday] = key.split('/')
  return { type: type as TimePlanBlockType, seasonId: Number(seasonId), weekday: Number(weekday) as DayRow }
}
