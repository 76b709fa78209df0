import type { OfferComparisonAnswer, OfferComparisonQuestion } from '@ohmstead/contract/offer-comparison'
import type { Actor } from '@ohmstead/domain/access/permission'
import { namedInTerms } from '@ohmstead/domain/pricing/named-in-terms'
import { entryOn } from '@ohmstead/domain/pricing/rate-plan'
import type { OfferPoint } from '@ohmstead/domain/pricing/supply-offer'
import { dayAt } from '@ohmstead/domain/time/days'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { sharesEnergy } from '../energy-sharing/find-membership.ts'
import type { PricedPlace } from '../location-pricing/build-pricing-world.ts'
import { spanOfDays } from '../location-pricing/location-day.ts'
import { findPricingPoint } from '../location-pricing/pricing-point.ts'
import { countSources } from '../location-pricing/read-location-quarter-hours.ts'
import {
  getPricedPlace,
  type PricedSubject,
  readPricedSubject,
} from '../location-pricing/read-priced-subject.ts'
import { findOfferPoint } from '../supply-offers/offer-point.ts'
import { findOffers } from '../supply-offers/supply-offer-queries.ts'
import { chooseMonths, lastDayOf } from './choose-months.ts'
import { findOwnLists, listCandidates } from './list-candidates.ts'
import type { OfferTask } from './offer-task.ts'
import { readMarketYears } from './read-market-years.ts'
import { hasOwnBattery, readOwnBattery } from './read-own-battery.ts'
import type { BatteryToRun } from './run-battery.ts'

/** What a comparison rests on, and everything of its answer that needs no calculation. */
export interface ReadComparison {
  task: Omit<Extract<OfferTask, { kind: 'offers' }>, 'kind'>
  answer: Omit<OfferComparisonAnswer, 'comparison'>
}

interface Asking {
  actor: Actor
  now: number
  query: OfferComparisonQuestion
}

const roundTrip = 0.9

/** Reads prices, readings and lists of a subject that the actor sees. Throws `not_found` for a list that is not among them. */
export async function readComparison(
  db: Queryable,
  subject: PricedSubject,
  { actor, now, query }: Asking,
): Promise<ReadComparison> {
  const place = await getPricedPlace(db, subject)
  const day = dayAt(now, place.time_zone)
  const period = choosePeriod(query, place, day)
  const activeListId = entryOn(place.plan?.entries ?? [], day)?.priceListId ?? null
  const of = { activeListId, countryCode: place.country_code, day }
  const lists = await findOwnLists(db, actor, subject, of)
  const span = spanOfDays(period, place.time_zone)
  const known = await findKnownPoint(db, subject, place)
  const tariffsCount = query.tariffs === undefined ? (known.tariffsCount ?? 2) : query.tariffs === '1' ? 1 : 2
  const todayKey = query.today ?? (activeListId === null ? null : `list-${activeListId}`)
  const today = lists.find(({ id }) => `list-${id}` === todayKey)?.terms ?? null
  // A list of a supplier alone leaves the network out; without a plan, nothing says that it should be.
  const base = today && (subject.kind === 'location' || today.network.kind !== 'none') ? today : null
  const all = { offers: await findOffers(db, place.country_code), lists }
  const list = (point: OfferPoint) =>
    listCandidates(all, base, {
      ...{ tariffsCount, hasElectronicInvoice: !query.paperInvoice, point, day, todayKey },
      sharing: { isInCommunity: query.isInCommunity, isSharing: query.isSharing },
    })
  const named = namedInTerms(list(known).map(({ priced }) => priced.terms))
  const seen = await readPricedSubject(db, subject, span, named)
  const { world, series, sourceOf } = seen
  const point = completePoint(known, series)
  const candidates = list(point)
  if (todayKey !== null && !candidates.some(({ view }) => view.key === todayKey))
    throw new AppError('not_found')
  const battery = await readBattery(db, subject, query, series)
  const isNettedYearly = point.netMetering === true
  return {
    task: {
      question: {
        ...{ world, energies: series, ...period, todayKey, isNettedYearly },
        // The first decides on the currency; what is paid today can be kept whatever it demands.
        candidates: candidates
          .map(({ priced }) => ({ ...priced, isTakeable: priced.isTakeable || priced.key === todayKey }))
          .sort((one, other) => Number(other.key === todayKey) - Number(one.key === todayKey)),
        marketYears: await readMarketYears(db, named.regions, query.marketYears, span),
      },
      battery,
    },
    answer: {
      candidates: candidates.map(({ view }) => view),
      todayKey,
      point: {
        hasProduction: point.hasProduction,
        isProductionAssumed: known.hasProduction === null && point.hasProduction !== null,
        netMetering: point.netMetering,
        tariffsCount,
        isTariffsCountAssumed: query.tariffs === undefined && known.tariffsCount === null,
      },
      readings: countSources(sourceOf),
      caveats: [
        ...(isNettedYearly ? ['netMetering' as const] : []),
        ...(base?.network.kind === 'none' || (base === null && place.country_code !== 'SI')
          ? ['supplierOnly' as const]
          : []),
        ...(seen.point === null ? ['noMeteringPoint' as const] : []),
        ...((await sharesEnergy(db, subject, period)) ? ['sharing' as const] : []),
      ],
      hasOwnBattery: subject.kind === 'location' && (await hasOwnBattery(db, subject.locationId)),
      battery: battery && {
        ...{ capacityKwh: battery.capacityKwh, powerKw: battery.dischargeKw },
        isOwn: query.battery === 'own',
      },
    },
  }
}

/** Only months that have ended: bills of whole months can be compared. */
function choosePeriod(query: OfferComparisonQuestion, place: PricedPlace, day: string) {
  const { device } = place
  const usual = chooseMonths({
    ...{ readFrom: device?.readings_from ?? null, readTo: device?.readings_to ?? null, today: day },
  })
  const { from, to } = query.from && query.to ? { from: query.from, to: query.to } : usual
  if (to >= day.slice(0, 7)) throw new AppError('invalid_request', { fields: { to: 'future_date' } })
  return { from: `${from}-01`, to: lastDayOf(to) }
}

/** What is known of the place, before its readings are looked at. */
function findKnownPoint(
  db: Queryable,
  subject: PricedSubject,
  place: PricedPlace,
): Promise<OfferPoint> | OfferPoint {
  if (subject.kind === 'location') return findOfferPoint(db, subject.locationId)
  const { info } = findPricingPoint(place)!
  return {
    countryCode: place.country_code,
    hasProduction: info.productionPower === null ? null : info.productionPower > 0,
    netMetering: info.netMetering,
    tariffsCount: info.assumed.includes('tariffsCount') ? null : info.tariffsCount,
    hasQuarterHours: true,
  }
}

/** Who feeds in produces. Who was read and never fed in does not, as far as a supplier is concerned. */
function completePoint(point: OfferPoint, { importMilliWh, exportMilliWh }: QuarterHourSeries): OfferPoint {
  const feedsIn = exportMilliWh?.some((energy) => energy > 0) ?? false
  const isRead = importMilliWh.some((energy) => !Number.isNaN(energy))
  const hasProduction = feedsIn
    ? true
    : (point.hasProduction ?? (isRead && point.netMetering !== true ? false : null))
  return { ...point, hasProduction, hasQuarterHours: point.hasQuarterHours ?? (isRead ? true : null) }
}

/** Throws `no_readings` if it is to be the location's own, and there is none. */
async function readBattery(
  db: Queryable,
  subject: PricedSubject,
  { battery, capacityKwh, powerKw }: OfferComparisonQuestion,
  series: QuarterHourSeries,
): Promise<BatteryToRun | null> {
  if (battery === undefined) return null
  if (battery === 'assumed')
    return { capacityKwh, chargeKw: powerKw, dischargeKw: powerKw, roundTrip, netMilliWh: null }
  const own = subject.kind === 'location' ? await readOwnBattery(db, subject.locationId, series) : null
  if (!own) throw new AppError('no_readings')
  return own
}
