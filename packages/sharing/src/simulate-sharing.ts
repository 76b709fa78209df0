import { parseExact } from '@ohmstead/domain/money/exact'
import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import { type SharingKey, type SharingKeyKind, sharingKeyKinds } from '@ohmstead/domain/sharing/sharing-terms'
import type { Bill } from '@ohmstead/pricing/bill-model'
import { intervalState } from './allocate-intervals.ts'
import { findBestKey } from './best-key.ts'
import { addEnergies } from './member-energies.ts'
import { listMonths } from './month-list.ts'
import { prepareSettlement } from './prepared-month.ts'
import { settleShared } from './settle-month.ts'
import { type SharedMonth, shareMonth } from './share-month.ts'
import { SharingError } from './sharing-error.ts'
import type { MemberStatement, SharingQuality, SharingQuestion } from './sharing-model.ts'
import type {
  SharingSimulation,
  SimulatedArrangement,
  SimulatedMember,
  YearlyBalance,
} from './simulation-model.ts'
import { sumMoney, sumStatements } from './sum-statements.ts'
import { asMembersAlways, withKey } from './whole-membership.ts'
import { type GivenRow, valueYearlyNetting } from './yearly-balance.ts'

export interface SimulationOptions {
  /** 'YYYY-MM', inclusive. */
  from: string
  to: string
  /** All three if absent. */
  kinds?: readonly SharingKeyKind[]
  /** Shares to try; the best ones if absent. */
  staticKey?: Extract<SharingKey, { kind: 'static' }>
  /** Called after each month; what it throws ends the simulation. */
  onMonth?: (done: number, total: number) => void
  /** Bills without sharing by member and month, kept from one simulation of the same members and readings to the next. */
  aloneBills?: Map<string, Bill>
  /** The same with sharing, if one key is simulated at several prices between members. */
  sharedBills?: Map<string, Bill>
}

/**
 * What past months would have been for each member without sharing and under each kind of key, by the bills. All members
 * are taken to take part in all of it: membership and keys in force do not count.
 */
export function simulateSharing(question: SharingQuestion, options: SimulationOptions): SharingSimulation {
  const { from, to, kinds = sharingKeyKinds } = options
  const months = listMonths(from, to)
  const whole = asMembersAlways(question)
  const keys = kinds.map((kind) => keyOfKind(kind, whole, options))
  const statements = keys.map((): MemberStatement[][] => [])
  const given = keys.map(() => new Map<string, GivenRow[]>())
  let [intervals, unsettled] = [0, 0]
  let currency: CurrencyCode | null = null
  months.forEach((month, done) => {
    const prepared = prepareSettlement(whole, month, options)
    if (currency !== null && prepared.currency !== currency)
      throw new SharingError('currencies_differ', {
        memberId: null,
        currency: prepared.currency,
        other: currency,
      })
    currency = prepared.currency
    keys.forEach((key, place) => {
      const arranged = withKey(whole, key)
      const shared = shareMonth(arranged, prepared)
      statements[place]!.push(settleShared(arranged, shared).statements)
      keepGiven(shared, given[place]!)
      if (place > 0) return
      intervals += prepared.month.grid.count
      unsettled += shared.allocated.state.filter((one) => one === intervalState.unsettled).length
    })
    options.onMonth?.(done + 1, months.length)
  })
  const own = currency ?? 'EUR'
  const arrangements = keys.map((key, place) =>
    sumArrangement(key, statements[place]!, own, (memberId) =>
      listYearlyBalances(whole, memberId, given[place]!.get(memberId) ?? [], months),
    ),
  )
  return { ...{ from, to, currency: own, arrangements }, unsettledIntervals: unsettled, intervals }
}

function keyOfKind(kind: SharingKeyKind, question: SharingQuestion, options: SimulationOptions): SharingKey {
  if (kind !== 'static') return { kind }
  return options.staticKey ?? findBestKey(question, options).key
}

function sumArrangement(
  key: SharingKey,
  months: readonly MemberStatement[][],
  currency: CurrencyCode,
  balancesOf: (memberId: string) => YearlyBalance[],
): SimulatedArrangement {
  const byMember = Map.groupBy(months.flat(), ({ memberId }) => memberId)
  const members = [...byMember].map(([memberId, own]): SimulatedMember => {
    const money = sumMoney(
      own.map((statement) => statement.money),
      currency,
    )
    return {
      memberId,
      energies: own.map(({ energies }) => energies).reduce(addEnergies),
      money,
      quality: own.map(({ quality }) => quality).reduce(addQuality),
      isWorseOff: money.benefit === null ? null : parseExact(money.benefit).digits < 0n,
      yearlyBalances: balancesOf(memberId),
    }
  })
  return { kind: key.kind, key, members, totals: sumStatements(members, currency) }
}

function addQuality(a: SharingQuality, b: SharingQuality): SharingQuality {
  return {
    intervals: a.intervals + b.intervals,
    measured: a.measured + b.measured,
    estimated: a.estimated + b.estimated,
    missing: a.missing + b.missing,
    unsettled: a.unsettled + b.unsettled,
    isProvisional: a.isProvisional || b.isProvisional,
  }
}

/** What members that are netted by the year gave. */
function keepGiven({ month, allocated }: SharedMonth, given: Map<string, GivenRow[]>): void {
  month.rows.forEach(({ member }, place) => {
    if (member.netting !== 'yearly') return
    const row = { firstStartMs: month.grid.firstStartMs, givenMilliWh: allocated.givenMilliWh[place]! }
    given.set(member.id, [...(given.get(member.id) ?? []), row])
  })
}

function listYearlyBalances(
  { members }: SharingQuestion,
  memberId: string,
  given: readonly GivenRow[],
  months: readonly string[],
): YearlyBalance[] {
  const member = members.find(({ id }) => id === memberId)!
  if (member.netting !== 'yearly') return []
  const years = Map.groupBy(months, (month) => Number(month.slice(0, 4)))
  return [...years].map(([year, own]) => valueYearlyNetting(member, year, given, own.length === 12))
}
