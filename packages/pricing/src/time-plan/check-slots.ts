import {
  minutesPerDay,
  type TimePlan,
  type TimePlanBlockType,
  type TimePlanSlot,
} from '@ohmstead/domain/pricing/time-plan'

/** Slots begin and end on quarter-hours: nothing shorter is metered. */
export const slotStepMinutes = 15

/** A slot that is not saved yet. */
export type SlotDraft = Omit<TimePlanSlot, 'id'>

/** Why a slot is refused; `place` and `other` are places in the list. */
export type SlotProblem =
  | { kind: 'unknownBlock' | 'unknownSeason' | 'order' | 'step'; place: number }
  | { kind: 'overlap'; place: number; other: number }

/** The first problem of each slot: its block and season exist, it begins before it ends, on quarter-hours, up to 24:00. */
export function findSlotProblems(
  { blocks, seasons }: Pick<TimePlan, 'blocks' | 'seasons'>,
  slots: readonly SlotDraft[],
): SlotProblem[] {
  const typeOf = new Map(blocks.map(({ id, type }) => [id, type]))
  const seasonIds = new Set(seasons.map(({ id }) => id))
  const problems: SlotProblem[] = []
  const rows = new Map<string, { place: number; slot: SlotDraft }[]>()
  slots.forEach((slot, place) => {
    const type = typeOf.get(slot.blockId)
    if (type === undefined) problems.push({ kind: 'unknownBlock', place })
    else if (!seasonIds.has(slot.seasonId)) problems.push({ kind: 'unknownSeason', place })
    else if (!isOrdered(slot)) problems.push({ kind: 'order', place })
    else if (slot.fromMinute % slotStepMinutes !== 0 || slot.toMinute % slotStepMinutes !== 0)
      problems.push({ kind: 'step', place })
    else {
      const key = rowKey(type, slot.seasonId, slot.weekday)
      rows.set(key, [...(rows.get(key) ?? []), { place, slot }])
    }
  })
  return [...problems, ...[...rows.values()].flatMap(findOverlaps)].sort((a, b) => a.place - b.place)
}

/** Names the slots of one block type on one weekday of a season. */
export function rowKey(type: TimePlanBlockType, seasonId: number, weekday: number): string {
  return `${type}/${seasonId}/${weekday}`
}

const isOrdered = ({ fromMinute, toMinute }: SlotDraft) =>
  Number.isInteger(fromMinute) &&
  Number.isInteger(toMinute) &&
  fromMinute >= 0 &&
  fromMinute < toMinute &&
  toMinute <= minutesPerDay

function findOverlaps(row: { place: number; slot: SlotDraft }[]): SlotProblem[] {
  const sorted = [...row].sort((a, b) => a.slot.fromMinute - b.slot.fromMinute || a.place - b.place)
  const problems: SlotProblem[] = []
  let last = sorted[0]!
  for (const one of sorted.slice(1)) {
    if (one.slot.fromMinute < last.slot.toMinute)
      problems.push({ kind: 'overlap', place: one.place, other: last.place })
    if (one.slot.toMinute > last.slot.toMinute) last = one
  }
  return problems
}
