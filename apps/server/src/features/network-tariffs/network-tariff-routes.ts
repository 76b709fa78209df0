import {
  type ExchangeRateView,
  exchangeRateEndpoints,
  networkTariffEndpoints,
} from '@ohmstead/contract/network-tariffs'
import type { Actor } from '@ohmstead/domain/access/permission'
import { compareExact, type Exact, parseExact, zero } from '@ohmstead/domain/money/exact'
import { checkNetworkTariff } from '@ohmstead/domain/pricing/check-list-terms'
import { timePlanIdsOf } from '@ohmstead/domain/pricing/named-in-terms'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, changedFields, recordAudit } from '../audit/record-audit.ts'
import { pricesChanged } from '../location-pricing/prices-changed.ts'
import { findBlocksOf } from '../time-of-use/find-blocks-of.ts'
import {
  deleteExchangeRate,
  deleteNetworkTariff,
  findExchangeRates,
  findNetworkTariffs,
  insertNetworkTariff,
  isNetworkTariffUsed,
  lockNetworkTariff,
  type NetworkTariffRow,
  setExchangeRate,
  updateNetworkTariff,
  type WrittenNetworkTariff,
} from './network-tariff-queries.ts'

export const networkTariffRoutes: Route[] = [
  route(networkTariffEndpoints.list, async ({ db, query }) => ({
    networkTariffs: await findNetworkTariffs(db, query),
  })),

  route(networkTariffEndpoints.create, async (context) => {
    const { db, deps, body } = context
    return db.transaction(async (tx) => {
      await refuseWrong(tx, body)
      const id = await insertNetworkTariff(tx, body, deps.clock.now())
      await recordAudit(tx, auditContextOf(context), {
        action: 'network_tariff_created',
        after: nameOf(body),
      })
      return { networkTariff: await getNetworkTariff(tx, id) }
    })
  }),

  route(networkTariffEndpoints.update, async (context) => {
    const { db, deps, actor, params, body } = context
    const { networkTariffId: id } = params
    const { version, ...tariff } = body
    const at = deps.clock.now()
    const answer = await db.transaction(async (tx) => {
      const before = await getNetworkTariff(tx, id)
      await refuseWrong(tx, tariff)
      if ((await updateNetworkTariff(tx, id, version, tariff, at)) === 0)
        throw new AppError('edited_meanwhile')
      const changed = changedFields<WrittenNetworkTariff>(before, tariff)
      if (changed)
        await recordAudit(tx, auditContextOf(context), { action: 'network_tariff_changed', ...changed })
      const change = { changedBy: actor.userId, at, reason: null }
      await pricesChanged(tx, { ...change, kind: 'networkTariff', networkTariffId: id, before })
      return { networkTariff: await getNetworkTariff(tx, id) }
    })
    await deps.repricings.begin()
    return answer
  }),

  route(networkTariffEndpoints.remove, async (context) => {
    const { db, params } = context
    const { networkTariffId: id } = params
    await db.transaction(async (tx) => {
      if (!(await lockNetworkTariff(tx, id))) throw new AppError('not_found')
      if (await isNetworkTariffUsed(tx, id)) throw new AppError('network_tariff_in_use')
      const before = await getNetworkTariff(tx, id)
      await deleteNetworkTariff(tx, id)
      await recordAudit(tx, auditContextOf(context), {
        action: 'network_tariff_deleted',
        before: nameOf(before),
      })
    })
  }),

  route(exchangeRateEndpoints.list, async ({ db }) => ({ exchangeRates: await findExchangeRates(db) })),

  route(exchangeRateEndpoints.set, async (context) => {
    const { db, deps, body } = context
    const rate = parseExact(body.rate)
    const broken = compareExact(rate, zero) <= 0 ? 'min_value' : tooLarge(rate) ? 'max_value' : tooFine(rate)
    if (broken) throw new AppError('invalid_request', { fields: { rate: broken } })
    if (body.from === body.to) throw new AppError('invalid_request', { fields: { to: 'is_not' } })
    const { replaces, ...written } = body
    const answer = await db.transaction(async (tx) => {
      const before = await findExchangeRates(tx)
      if ((await setExchangeRate(tx, written, replaces)) === 0) throw new AppError('edited_meanwhile')
      const replaced = replaces === null ? null : before.find((one) => isSameDay(one, written))
      await recordAudit(tx, auditContextOf(context), {
        action: 'exchange_rate_changed',
        before: replaced,
        after: written,
      })
      return followRates(tx, context, written, before)
    })
    await deps.repricings.begin()
    return answer
  }),

  route(exchangeRateEndpoints.remove, async (context) => {
    const { db, deps, params, query } = context
    const answer = await db.transaction(async (tx) => {
      const before = await findExchangeRates(tx)
      const removed = before.find((one) => isSameDay(one, params))
      if ((await deleteExchangeRate(tx, { ...params, ...query })) === 0)
        throw new AppError(removed ? 'edited_meanwhile' : 'not_found')
      await recordAudit(tx, auditContextOf(context), { action: 'exchange_rate_deleted', before: removed })
      return followRates(tx, context, params, before)
    })
    await deps.repricings.begin()
    return answer
  }),
]

type RateKey = Pick<ExchangeRateView, 'from' | 'to' | 'day'>
const isSameDay = (one: RateKey, other: RateKey) =>
  one.from === other.from && one.to === other.to && one.day === other.day

/** What was priced by the rates of these currencies is due to be priced again. */
async function followRates(
  tx: Queryable,
  { actor, deps }: { actor: Pick<Actor, 'userId'>; deps: Pick<PlatformDeps, 'clock'> },
  { from, to }: Pick<RateKey, 'from' | 'to'>,
  before: readonly ExchangeRateView[],
): Promise<{ exchangeRates: ExchangeRateView[] }> {
  const change = { changedBy: actor.userId, at: deps.clock.now(), reason: null }
  await pricesChanged(tx, { ...change, kind: 'exchangeRates', from, to, before: before.toReversed() })
  return { exchangeRates: await findExchangeRates(tx) }
}

/** As many digits as are stored. */
const largestRate = parseExact('9999999999')
const mostDecimals = 8
const tooLarge = (rate: Exact) => compareExact(rate, largestRate) > 0
const tooFine = (rate: Exact) => (rate.scale > mostDecimals ? 'double' : null)

const nameOf = ({ operator, name, countryCode }: WrittenNetworkTariff) => ({ operator, name, countryCode })

async function getNetworkTariff(db: Queryable, id: number): Promise<NetworkTariffRow> {
  const [tariff] = await findNetworkTariffs(db, { ids: [id] })
  if (!tariff) throw new AppError('not_found')
  return tariff
}

async function refuseWrong(tx: Queryable, tariff: WrittenNetworkTariff): Promise<void> {
  const ids = timePlanIdsOf(tariff.periods.map(({ prices }) => prices.energy))
  const problems = checkNetworkTariff(tariff, await findBlocksOf(tx, ids))
  const fields = Object.fromEntries(Object.entries(problems).map(([path, { rule }]) => [path, rule]))
  if (Object.keys(fields).length > 0) throw new AppError('invalid_request', { fields })
}
