import type { MoneyNowView, MoneyView } from '@ohmstead/contract/money'
import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { hasTiers } from '@ohmstead/pricing/tiers-used'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { Asker } from '../../platform/worker-pool.ts'
import { findBillCaveats } from '../location-pricing/bill-caveats.ts'
import { drawPrices } from '../location-pricing/get-prices.ts'
import { getPricedRow } from '../location-pricing/get-pricing.ts'
import { findBudgets } from './budget-queries.ts'
import { toMoneyView } from './money-view.ts'
import { type HomeToForecast, readHomes } from './read-homes.ts'

export interface MoneyContext {
  db: Queryable
  deps: Pick<Deps, 'calculator' | 'clock'>
  asker: Asker
}

/** What a location costs, and what its rest of the month will; null without a utility rate plan. */
export async function getMoney(context: MoneyContext, locationId: number): Promise<MoneyView | null> {
  const found = await readHome(context, locationId)
  return found && findMoney(context, found)
}

/** The prices of now and the hour after it, for what the power of now costs. */
const pricedQuarterHours = 5

export async function getMoneyNow(context: MoneyContext, locationId: number): Promise<MoneyNowView | null> {
  const found = await readHome(context, locationId)
  if (!found) return null
  const { world, energies, nowMs } = found.home
  const from = Math.floor(nowMs / quarterHourMs) * quarterHourMs
  const span = { from, to: from + pricedQuarterHours * quarterHourMs }
  const { importPrices, exportPrices } = drawPrices(world, span, hasTiers(world) ? energies : null)
  return { ...(await findMoney(context, found)), prices: { from, importPrices, exportPrices } }
}

async function readHome({ db, deps }: MoneyContext, locationId: number): Promise<HomeToForecast | null> {
  const row = await getPricedRow(db, locationId)
  if (row.plan === null) return null
  const [found] = await readHomes(db, [row], deps.clock.now())
  return found!
}

async function findMoney(
  { db, deps, asker }: MoneyContext,
  { row, home }: HomeToForecast,
): Promise<MoneyView> {
  const [answers, budgets, caveats] = await Promise.all([
    deps.calculator.price({ kind: 'forecasts', homes: [home] }, asker),
    findBudgets(db, [row.location_id]),
    findBillCaveats(db, row, monthUntil(home.nowMs, row.time_zone)),
  ])
  return toMoneyView(row, answers[0]!, budgets[0], caveats)
}

/** The days of the month so far. */
function monthUntil(nowMs: number, timeZone: string): { from: string; to: string } {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).toPlainDate()
  return { from: today.with({ day: 1 }).toString(), to: today.toString() }
}
