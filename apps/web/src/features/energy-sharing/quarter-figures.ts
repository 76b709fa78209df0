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

/** Drawn and listed by the quarter-hour. The money of a month is on its statement. */
export function listQuarters({ first_start, unsettled, members }: SharingIntervalsView): QuarterFigures[] {
  const gaps = new Set(unsettled)
  const count = Math.max(0, ...members.map(({ importMilliWh }) => importMilliWh.length))
  return Array.from({ length: count }, (_, at) => ({
    startMs: (first_start + at * 900) * 1000,
    isSettled: !gaps.has(at),
    givenWh: sumWh(members, at, 'givenMilliWh'),
    receivedWh: sumWh(members, at, 'receivedMilliWh'),
    unusedWh: sumWh(members, at, 'unusedMilliWh'),
    worth: sumKnown(members.map((member) => worthOf(member, at))),
  }))
}

/** What each received kilowatt-hour cost less, and each given one earned more, at the member's own prices. */
function worthOf(member: MemberRows, at: number): number | null {
  const agreed = member.sharePricePerKwh[at] ?? null
  const gain = (milliWh: number | null | undefined, from: number | null, to: number | null) =>
    milliWh === 0 || milliWh == null ? 0 : from === null || to === null ? null : (milliWh / 1e6) * (to - from)
  const isUnknown = member.givenMilliWh[at] == null && member.receivedMilliWh[at] == null
  const bought = gain(member.receivedMilliWh[at], agreed, member.importPricePerKwh[at] ?? null)
  const sold = gain(member.givenMilliWh[at], member.feedInPricePerKwh[at] ?? null, agreed)
  return isUnknown || bought === null || sold === null ? null : bought + sold
}

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
