import { isDecimalText, parseExact } from '@ohmstead/domain/money/exact'
import { isReceiving, isSending, shareDecimals } from '@ohmstead/domain/sharing/sharing-terms'
import {
  formatDay,
  localMidnightMs,
  parseDay,
  quarterHourMs,
  timeZone,
} from '@ohmstead/network-fee/calendar/local-time'
import { firstDayAfter } from '@ohmstead/network-fee/calendar/month-key'
import { type LocalGrid, layOutGrid } from '@ohmstead/pricing/local-grid'
import { SharingError } from './sharing-error.ts'
import type { SharingMember, SharingQuestion } from './sharing-model.ts'
import { multiplyDivide } from './split-whole.ts'

/** A member's readings in the quarter-hours of a month; whole milliwatt-hours, NaN where unknown. */
export interface MemberRows {
  member: SharingMember
  /** Quarter-hours in which it takes part, half-open. */
  from: number
  to: number
  importMilliWh: Float64Array
  /** Null if feed-in was not read in the month. */
  feedInMilliWh: Float64Array | null
  isEstimated: Uint8Array
  /** What it can put at the group's disposal; null if it sends nothing. */
  offeredMilliWh: Float64Array | null
  /** What it can use of others; null if it does not receive. */
  neededMilliWh: Float64Array | null
}

/** A month of a group, laid out by Slovenia's clock. */
export interface SharingMonth {
  /** 'YYYY-MM' */
  month: string
  firstDay: string
  lastDay: string
  grid: LocalGrid
  /** In the order of member ids; of those that take part in the month. */
  rows: MemberRows[]
}

const scale = 10 ** shareDecimals

/** Readings, what each can give and what each can use; throws `SharingError` for a group that breaks a rule. */
export function prepareMonth({ group, members }: SharingQuestion, month: string): SharingMonth {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new SharingError('month_invalid', { month })
  const firstDay = `${month}-01`
  const nextFirst = firstDayAfter(Number(month.slice(0, 4)), Number(month.slice(5)))
  const lastDay = formatDay(parseDay(nextFirst) - 1)
  const firstStartMs = localMidnightMs(firstDay)
  const grid = layOutGrid(
    firstStartMs,
    Math.round((localMidnightMs(nextFirst) - firstStartMs) / quarterHourMs),
    timeZone,
  )
  const rows = members
    .map((member) => layOutMember(member, group.validFrom, grid, firstDay, lastDay))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => compareIds(a.member.id, b.member.id))
  for (const { member } of rows) checkMember(member, group.scheme)
  return { month, firstDay, lastDay, grid, rows }
}

/** By code points: the same order everywhere, whatever the language. */
export const compareIds = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function checkMember(member: SharingMember, scheme: SharingQuestion['group']['scheme']): void {
  const { id, role, netting } = member
  if (netting === 'yearly' && isReceiving(member))
    throw new SharingError('yearly_netting_receives', { memberId: id })
  if (role === 'producer' && scheme === 'sharing')
    throw new SharingError('role_not_of_scheme', { memberId: id, role })
}

function layOutMember(
  member: SharingMember,
  groupFrom: string,
  grid: LocalGrid,
  firstDay: string,
  lastDay: string,
): MemberRows {
  const first = [member.validFrom, groupFrom, firstDay].sort().at(-1)!
  const last = [member.validTo ?? lastDay, lastDay].sort()[0]!
  const placeOf = (day: string) => Math.round((localMidnightMs(day) - grid.firstStartMs) / quarterHourMs)
  const from = first > lastDay ? grid.count : placeOf(first)
  const to = last < first ? from : placeOf(formatDay(parseDay(last) + 1))
  const { energies } = member
  const shift = Math.round((grid.firstStartMs - energies.firstStartMs) / quarterHourMs)
  const importMilliWh = layOut(energies.importMilliWh, grid.count, shift)
  const fedIn = energies.exportMilliWh && layOut(energies.exportMilliWh, grid.count, shift)
  const feedInMilliWh = fedIn?.some((energy) => !Number.isNaN(energy)) ? fedIn : null
  const isEstimated = new Uint8Array(grid.count)
  for (let i = from; i < to; i++) isEstimated[i] = energies.isEstimated[i + shift] ?? 0
  const laid = { member, from, to, importMilliWh, feedInMilliWh, isEstimated }
  return {
    ...laid,
    offeredMilliWh: isSending(member) ? offerOf(laid) : null,
    neededMilliWh: isReceiving(member) ? needOf(laid) : null,
  }
}

/** What is no energy counts as unknown, as in bills. */
function layOut(row: Float64Array, count: number, shift: number): Float64Array {
  const laid = new Float64Array(count).fill(Number.NaN)
  for (let i = Math.max(0, -shift); i < Math.min(count, row.length - shift); i++) {
    const energy = row[i + shift]!
    if (energy >= 0 && energy < Number.MAX_SAFE_INTEGER) laid[i] = Math.round(energy)
  }
  return laid
}

type Laid = Omit<MemberRows, 'offeredMilliWh' | 'neededMilliWh'>

/** The shared part of what is fed in, in new self-supply and of who receives too of what is left after own import. */
function offerOf({ member, from, to, importMilliWh, feedInMilliWh }: Laid): Float64Array {
  const offered = new Float64Array(importMilliWh.length)
  const digits = digitsOfShare(member.role === 'producer' ? '1' : member.sharedShare)
  const isNetted = member.netting === 'new' || member.role === 'both'
  if (digits === 0) return offered
  for (let i = from; i < to; i++) {
    const fedIn = feedInMilliWh?.[i] ?? Number.NaN
    const surplus = isNetted ? fedIn - importMilliWh[i]! : fedIn
    offered[i] = Number.isNaN(surplus) ? surplus : multiplyDivide(Math.max(0, surplus), digits, scale)
  }
  return offered
}

/** What cancels with feed-in of the same quarter-hour is not received. */
function needOf({ from, to, importMilliWh, feedInMilliWh }: Laid): Float64Array {
  const needed = new Float64Array(importMilliWh.length)
  for (let i = from; i < to; i++) {
    const rest = feedInMilliWh === null ? importMilliWh[i]! : importMilliWh[i]! - feedInMilliWh[i]!
    needed[i] = Number.isNaN(rest) ? rest : Math.max(0, rest)
  }
  return needed
}

/** A share from 0 to 1 in millionths. */
export function digitsOfShare(share: string): number {
  if (!isDecimalText(share)) throw new SharingError('number_invalid', { share })
  const { digits, scale: own } = parseExact(share)
  const millionths = own > shareDecimals ? Number.NaN : Number(digits) * 10 ** (shareDecimals - own)
  if (!(millionths >= 0 && millionths <= scale)) throw new SharingError('number_invalid', { share })
  return millionths
}
