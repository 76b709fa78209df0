import { dayAt } from '@ohmstead/domain/time/days'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { BillMonth } from '@ohmstead/pricing/bill-model'
import type { PricingWorld } from '@ohmstead/pricing/pricing-world'
import type { Deps } from '../../deps.ts'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { getPriceLists } from '../price-lists/price-list-queries.ts'
import { addWorlds } from './build-pricing-world.ts'
import { spanOfDays } from './location-day.ts'
import { findPricedLocations, type PricedLocationRow } from './location-pricing-queries.ts'
import { mergeCauses, mergeMonths, pairMonths } from './pair-months.ts'
import type { PricesChange } from './prices-change.ts'
import { readBilledEnergies } from './read-priced-location.ts'
import { type DueRepricing, findLaterChanges, moveRepricing } from './repricing-due-queries.ts'
import {
  findPriceListVersion,
  findRatePlanName,
  findSameRepricing,
  insertRepricing,
  type RepricedMonth,
  type RepricingCause,
  replaceRepricing,
} from './repricing-queries.ts'

/** Whole months back that are priced again: two years. */
const monthsBack = 23
/** Edits of the same thing within this time are one change. */
const sameChangeMs = 15 * 60_000

/** Which change a location is priced for, and which place the location has in it. */
interface Turn {
  due: DueRepricing
  place: number
}

/**
 * Prices the last two years of a location as they were before a change and after it, and keeps what differs; false if
 * another process has done so. A change that came later is left out: it is priced on its own.
 */
export async function repriceLocation(
  { calculator }: Pick<Deps, 'calculator'>,
  db: Db,
  locationId: number,
  { due, place }: Turn,
): Promise<boolean> {
  const { change } = due
  const [now] = await findPricedLocations(db, [locationId])
  if (!now) return moveRepricing(db, due.id, place)
  // The last one first: each says only what itself has changed.
  const row = (await findLaterChanges(db, due, locationId)).reduceRight(rowBefore, now)
  const today = dayAt(change.at, row.time_zone)
  const first = Temporal.PlainDate.from(today).with({ day: 1 }).subtract({ months: monthsBack }).toString()
  const period = { from: first, to: today, untilMs: change.at }
  const span = spanOfDays(period, row.time_zone)
  const { before, after } = await readBoth(db, row, due, span)
  const asker = { person: change.changedBy, urgency: 'job' as const }
  const billOf = async ({ world, energies }: Priced) =>
    world.entries.length === 0
      ? []
      : toMonths(await calculator.price({ kind: 'bill', world, energies, period }, asker))
  const months = pairMonths(await billOf(before), await billOf(after))
  const cause = await describeCause(db, row, change)
  const write = async (tx: Queryable) => {
    const isOurs = await moveRepricing(tx, due.id, place)
    if (isOurs) await keep(tx, { locationId, cause, ...change, months })
    return isOurs
  }
  return db.transaction(write, { priority: 'job' })
}

interface Priced {
  world: PricingWorld
  energies: QuarterHourSeries
}

/** A location's world and energies before and after a change. */
async function readBoth(
  db: Db,
  row: PricedLocationRow,
  due: DueRepricing,
  span: { fromMs: number; toMs: number },
): Promise<{ before: Priced; after: Priced }> {
  const { change } = due
  const was = rowBefore(row, change)
  const ids = [row, was].flatMap(({ plan }) => plan?.entries.map(({ priceListId }) => priceListId) ?? [])
  const lists = await getPriceLists(db, [...new Set(ids)])
  const [before, after] = await addWorlds(db, [was, row], lists, span)
  // Looked for after the world was read: what has been changed meanwhile is told by it.
  const [next] = await findLaterChanges(db, due, row.location_id)
  const { series } = await readBilledEnergies(db, row, span)
  const isSame = was.device?.id === row.device?.id
  return {
    before: {
      world: await worldBefore(db, before!.world, change),
      energies: isSame ? series : (await readBilledEnergies(db, was, span)).series,
    },
    after: { world: await worldBefore(db, after!.world, next), energies: series },
  }
}

function rowBefore(row: PricedLocationRow, change: PricesChange): PricedLocationRow {
  if (change.kind === 'location') return change.before
  if (change.kind === 'locationPlans') return { ...row, plan: planBefore(change, row.location_id) }
  if (change.kind !== 'ratePlan' || !row.plan) return row
  return { ...row, plan: { ...row.plan, entries: [...change.entriesBefore] } }
}

const planBefore = ({ before }: PricesChange & { kind: 'locationPlans' }, locationId: number) =>
  before.find(({ location_id }) => location_id === locationId)?.plan ?? null

async function worldBefore(
  db: Db,
  world: PricingWorld,
  change: PricesChange | undefined,
): Promise<PricingWorld> {
  switch (change?.kind) {
    case 'priceList': {
      const list = await findPriceListVersion(db, change.priceListId, change.versionBefore)
      return list ? { ...world, priceLists: { ...world.priceLists, [list.id]: list } } : world
    }
    case 'timePlan':
      return { ...world, timePlans: { ...world.timePlans, [change.timePlanId]: change.before } }
    case 'networkTariff': {
      const networkTariffs = { ...world.networkTariffs, [change.networkTariffId]: change.before }
      return { ...world, networkTariffs }
    }
    case 'exchangeRates':
      return { ...world, exchangeRates: change.before }
    default:
      return world
  }
}

const toMonths = ({
  months,
  currency,
}: {
  months: BillMonth[]
  currency: RepricedMonth['after']['currency']
}) => months.map(({ month, totals }) => ({ month, amount: totals.payable, currency }))

async function describeCause(db: Db, row: PricedLocationRow, change: PricesChange): Promise<RepricingCause> {
  switch (change.kind) {
    case 'priceList': {
      const list = await findPriceListVersion(db, change.priceListId, change.version)
      const { priceListId: id, versionBefore, version, reason } = change
      return { kind: 'priceList', id, name: list?.name ?? '', versionBefore, version, reason }
    }
    case 'ratePlan': {
      const { ratePlanId: id, reason } = change
      return { kind: 'ratePlan', id, name: await findRatePlanName(db, id), reason }
    }
    case 'timePlan':
      return { kind: 'timePlan', id: change.timePlanId, name: change.before.title }
    case 'networkTariff':
      return { kind: 'networkTariff', id: change.networkTariffId, name: change.before.name }
    case 'exchangeRates':
      return { kind: 'exchangeRates', name: `${change.from} → ${change.to}` }
    case 'location':
      return change.before.plan?.id === row.plan?.id
        ? { kind: 'meteringPoint' }
        : planCause(row, change.before.plan)
    case 'locationPlans':
      return planCause(row, planBefore(change, row.location_id))
  }
}

const planCause = (row: PricedLocationRow, before: PricedLocationRow['plan']): RepricingCause => ({
  kind: 'locationPlan',
  name: row.plan?.name ?? null,
  before: before?.name ?? null,
})

async function keep(
  tx: Parameters<typeof insertRepricing>[0],
  repricing: Parameters<typeof insertRepricing>[1],
): Promise<void> {
  const same = await findSameRepricing(tx, repricing, sameChangeMs)
  if (same)
    await replaceRepricing(tx, same.id, {
      at: repricing.at,
      cause: mergeCauses(same.cause, repricing.cause),
      months: mergeMonths(same.months, repricing.months),
    })
  else if (repricing.months.length > 0) await insertRepricing(tx, repricing)
}
