import type { SharingGroupView } from '@ohmstead/contract/energy-sharing-groups'

export type GroupState =
  | { kind: 'member' | 'draft' | 'ahead' | 'running' }
  /** Months that have ended and have no statements. */
  | { kind: 'due'; months: number }

type StateFacts = Pick<SharingGroupView, 'isOrganiser' | 'keyKind' | 'validFrom' | 'lastMonth'>

/** What a group waits for, the most urgent first. */
export function findGroupState(group: StateFacts, today: string): GroupState {
  if (!group.isOrganiser) return { kind: 'member' }
  if (group.keyKind === null) return { kind: 'draft' }
  if (group.validFrom > today) return { kind: 'ahead' }
  const due = listMonthsToSettle(group, today).length
  return due > 0 ? { kind: 'due', months: due } : { kind: 'running' }
}

/** Whole months that have ended since the last one with statements, oldest first. */
export function listMonthsToSettle(
  { validFrom, lastMonth }: Pick<SharingGroupView, 'validFrom' | 'lastMonth'>,
  today: string,
): string[] {
  const first = lastMonth === null ? validFrom.slice(0, 7) : monthAfter(lastMonth, 1)
  return listMonths(first, monthAfter(today.slice(0, 7), -1))
}

/** 'YYYY-MM', from the first to the last one. */
export function listMonths(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first; month <= last; month = monthAfter(month, 1)) months.push(month)
  return months
}

export function monthAfter(month: string, months: number): string {
  return Temporal.PlainYearMonth.from(month).add({ months }).toString()
}

/** What is new begins with the group, or with the first month that has no statements. */
export function findFirstDay({
  validFrom,
  lastMonth,
}: Pick<SharingGroupView, 'validFrom' | 'lastMonth'>): string {
  const next = lastMonth === null ? validFrom : `${monthAfter(lastMonth, 1)}-01`
  return next > validFrom ? next : validFrom
}
