import {
  minutesPerDay,
  type publicHoliday,
  type TimePlan,
  type TimePlanBlockType,
  type TimePlanSeason,
  type TimePlanSlot,
  timePlanBlockTypes,
  type Weekday,
} from '@ohmstead/domain/pricing/time-plan'
import { parseDay, weekday } from '@ohmstead/network-fee/calendar/local-time'

/** A plan prepared for lookups; `slotOfMinute` and `slotAt` fill it as days are asked for. */
export interface CompiledTimePlan {
  plan: TimePlan
  /** 'YYYY-MM-DD' */
  holidays: ReadonlySet<string>
  /** By block type, season and weekday. */
  days: Map<string, Int16Array>
}

/** `holidays` are days 'YYYY-MM-DD' of the plan's country. */
export function compileTimePlan(plan: TimePlan, holidays: Iterable<string>): CompiledTimePlan {
  return { plan, holidays: new Set(holidays), days: new Map() }
}

/**
 * The season in force on a day: the one that began last, each year anew if it repeats. Of two that begin on the same day
 * the one with the later `validFrom` holds. 29 February repeats on 1 March where the year has none. Null before the first.
 */
export function seasonOn({ seasons }: Pick<TimePlan, 'seasons'>, day: string): TimePlanSeason | null {
  let found: TimePlanSeason | null = null
  let began = ''
  for (const season of seasons) {
    const start = lastStart(season, day)
    if (start === null || start < began) continue
    if (found && start === began && season.validFrom < found.validFrom) continue
    found = season
    began = start
  }
  return found
}

/** The row of slots that holds on a day: its weekday, or what the plan says of public holidays. */
export function slotRowOn(
  { holidayWeekday }: Pick<TimePlan, 'holidayWeekday'>,
  day: string,
  holidays: ReadonlySet<string>,
): Weekday | typeof publicHoliday {
  if (holidayWeekday !== null && holidays.has(day)) return holidayWeekday
  return weekday(parseDay(day)) as Weekday
}

/** For each minute of a local day the place of its slot in `plan.slots`, or -1 where no slot of the type applies. */
export function slotOfMinute(compiled: CompiledTimePlan, type: TimePlanBlockType, day: string): Int16Array {
  const season = seasonOn(compiled.plan, day)
  const row = slotRowOn(compiled.plan, day, compiled.holidays)
  const key = `${type}/${season?.id}/${row}`
  let minutes = compiled.days.get(key)
  if (!minutes) {
    minutes = layOutSlots(compiled.plan, type, season?.id ?? null, row)
    compiled.days.set(key, minutes)
  }
  return minutes
}

/** The slot of a block type at a minute of a local day; null where the plan has none. */
export function slotAt(
  compiled: CompiledTimePlan,
  type: TimePlanBlockType,
  day: string,
  minute: number,
): TimePlanSlot | null {
  return compiled.plan.slots[slotOfMinute(compiled, type, day)[minute] ?? -1] ?? null
}

/** The block types for which a plan has blocks: at every instant each of them needs a slot. */
export function blockTypesInUse({ blocks }: Pick<TimePlan, 'blocks'>): TimePlanBlockType[] {
  return timePlanBlockTypes.filter((type) => blocks.some((block) => block.type === type))
}

function lastStart({ validFrom, repeatsYearly }: TimePlanSeason, day: string): string | null {
  if (day < validFrom) return null
  if (!repeatsYearly) return validFrom
  const year = Number(day.slice(0, 4))
  const thisYear = `${day.slice(0, 4)}${validFrom.slice(4)}`
  return thisYear <= day ? thisYear : `${String(year - 1).padStart(4, '0')}${validFrom.slice(4)}`
}

/** Where slots overlap, which the editor refuses, the first in the plan holds. */
function layOutSlots(
  { blocks, slots }: TimePlan,
  type: TimePlanBlockType,
  seasonId: number | null,
  row: number,
): Int16Array {
  const minutes = new Int16Array(minutesPerDay).fill(-1)
  const ofType = new Set(blocks.filter((block) => block.type === type).map(({ id }) => id))
  for (let place = slots.length - 1; place >= 0; place--) {
    const { blockId, fromMinute, toMinute, ...slot } = slots[place]!
    if (slot.seasonId !== seasonId || slot.weekday !== row || !ofType.has(blockId)) continue
    minutes.fill(place, Math.max(0, fromMinute), toMinute)
  }
  return minutes
}
