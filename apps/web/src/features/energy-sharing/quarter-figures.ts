import type { SharingIntervalsView } from '@ohmstead/contract/energy-sharing-results'

/** One quarter-hour of a member, or of all of them together. Energies in watt-hours; null is unknown or not shared. */
export interface QuarterFigures {
  startMs: number
  isSettled: boolean
  givenWh: number | null
  receivedWh: number | null
  unusedWh: number | null
  /** By how much it was worth more than without sharing, without VAT; null while a price is unknown. */
  worth: number | null
}

type MemberRows = SharingIntervalsView['members'][number]

/**
 * Of all members or one of them, drawn and listed by the quarter-hour; the money of a month is on its statement. What is
 * paid in a quarter-hour is earned in proportion to what was given, so a giver's worth is known only beside the receivers'.
 */
export function listQuarters(
  { first_start, unsettled, members: all }: SharingIntervalsView,
  memberId: number | null,
  knowsAll: boolean,
): QuarterFigures[] {
  const gaps = new Set(unsettled)
  const members = memberId === null ? all : all.filter((member) => member.memberId === memberId)
  const count = Math.max(0, ...members.map(({ importMilliWh }) => importMilliWh.length))
  const earnedAt = (at: number) => (knowsAll ? findEarned(all, at) : null)
  return Array.from({ length: count }, (_, at) => ({
    startMs: (first_start + at * 900) * 1000,
    isSettled: !gaps.has(at),
    givenWh: sumWh(members, at, 'givenMilliWh'),
    receivedWh: sumWh(members, at, 'receivedMilliWh'),
    unusedWh: sumWh(members, at, 'unusedMilliWh'),
    worth: sumKnown(members.map((member) => worthOf(member, at, earnedAt(at)))),
  }))
}

/** What each received kilowatt-hour cost less, and each given one earned more, at the member's own prices. */
function worthOf(member: MemberRows, at: number, earned: number | null): number | null {
  const gain = (milliWh: number | null | undefined, from: number | null, to: number | null) =>
    milliWh === 0 || milliWh == null ? 0 : from === null || to === null ? null : (milliWh / 1e6) * (to - from)
  const isUnknown = member.givenMilliWh[at] == null && member.receivedMilliWh[at] == null
  const [paid, saved] = [member.sharePricePerKwh[at] ?? null, member.importPricePerKwh[at] ?? null]
  const bought = gain(member.receivedMilliWh[at], paid, saved)
  const sold = gain(member.givenMilliWh[at], member.feedInPricePerKwh[at] ?? null, earned)
  return isUnknown || bought === null || sold === null ? null : bought + sold
}

/** What each given kilowatt-hour earns from those who received. */
function findEarned(members: readonly MemberRows[], at: number): number | null {
  const given = members.reduce((sum, { givenMilliWh }) => sum + (givenMilliWh[at] ?? 0), 0)
  const payments = members.map(({ receivedMilliWh, sharePricePerKwh }) =>
    receivedMilliWh[at] ? pay(receivedMilliWh[at], sharePricePerKwh[at] ?? null) : 0,
  )
  const paid = sumKnown(payments)
  return paid === null || given === 0 ? null : paid / given
}

const pay = (milliWh: number, price: number | null) => (price === null ? null : milliWh * price)

function sumWh(
  members: readonly MemberRows[],
  at: number,
  name: 'givenMilliWh' | 'receivedMilliWh' | 'unusedMilliWh',
): number | null {
  const known = members.map((member) => member[name][at] ?? null).filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / 1000
}

function sumKnown(values: readonly (number | null)[]): number | null {
  if (values.length === 0 || values.every((value) => value === null)) return null
  return values.some((value) => value === null)
    ? null
    : values.reduce<number>((sum, value) => sum + value!, 0)
}

/** What was shared in settled quarter-hours; null if nothing is known. A worth that is unknown leaves the sum unknown. */
export function sumOf(
  quarters: readonly QuarterFigures[],
  name: 'givenWh' | 'receivedWh' | 'unusedWh' | 'worth',
) {
  const settled = quarters.filter(({ isSettled }) => isSettled).map((quarter) => quarter[name])
  const known = settled.filter((value) => value !== null)
  if (name === 'worth' && known.length < settled.length) return null
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}
