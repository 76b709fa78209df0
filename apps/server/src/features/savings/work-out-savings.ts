import type { PeriodSavings } from '@ohmstead/savings/savings-model'
import type { PriceContext } from '../location-pricing/get-bill.ts'
import type { PricedLocationRow } from '../location-pricing/location-pricing-queries.ts'
import type { FlowSeries } from '../telemetry/read-flow-quarters.ts'
import { readBalance } from './read-balance.ts'
import { findSavingFingerprints, findStoredSavings, storeSavings } from './saving-month-queries.ts'
import { type AskedMonth, toPeriod } from './savings-months.ts'

/** A year and the month so far: some 300 ms of a thread. More are worked out when they are asked for again. */
const mostAtOnce = 13

export interface MonthSavings {
  asked: AskedMonth
  /** Null if it was not worked out yet. */
  savings: PeriodSavings | null
}

export interface SavingsOf {
  row: PricedLocationRow
  flows: readonly FlowSeries[]
}

/**
 * The savings of months: stored ones where nothing they follow from has changed since, the others worked out, the newest
 * first and as many as one question may cost. Whole months are stored.
 */
export async function workOutSavings(
  context: PriceContext,
  { row, flows }: SavingsOf,
  months: readonly AskedMonth[],
): Promise<MonthSavings[]> {
  const { db } = context
  const whole = months.filter(({ isWhole }) => isWhole)
  const place = {
    locationId: row.location_id,
    timeZone: row.time_zone,
    abstractDeviceId: row.device?.id ?? null,
    flows,
  }
  const fingerprints = whole.length > 0 ? await findSavingFingerprints(db, place, whole) : new Map()
  const stored =
    fingerprints.size > 0 ? await findStoredSavings(db, row.location_id, fingerprints) : new Map()
  const isStored = ({ isWhole, month }: AskedMonth) => isWhole && stored.has(month)
  const due = months.filter((month) => !isStored(month)).slice(-mostAtOnce)
  const found = await calculate(context, { row, flows }, due)
  await storeSavings(
    db,
    row.location_id,
    due.flatMap(({ month, isWhole }, at) => {
      const fingerprint = isWhole && fingerprints.get(month)
      return fingerprint ? [{ month, fingerprint, savings: found[at]! }] : []
    }),
  )
  return months.map((asked) => ({
    asked,
    savings: isStored(asked) ? stored.get(asked.month)! : (found[due.indexOf(asked)] ?? null),
  }))
}

/** Works months out, with savings of stretches between `edges` if there are any. */
export async function calculate(
  { db, deps, actor, signal }: PriceContext,
  { row, flows }: SavingsOf,
  months: readonly AskedMonth[],
  edges?: readonly number[],
): Promise<PeriodSavings[]> {
  if (months.length === 0) return []
  const periods = months.map((month) => toPeriod(month, row.time_zone, edges && cutEdges(edges, month)))
  const span = {
    fromMs: Math.min(...periods.map(({ sinceMs }) => sinceMs)),
    toMs: Math.max(...periods.map(({ toMs }) => toMs)),
  }
  const { world, balance } = await readBalance(db, row, flows, span)
  return deps.calculator.price({ kind: 'savings', world, balance, periods }, { person: actor.userId, signal })
}

function cutEdges(edges: readonly number[], { fromMs, toMs }: AskedMonth): number[] {
  return [fromMs, ...edges.filter((edge) => edge > fromMs && edge < toMs), toMs]
}
