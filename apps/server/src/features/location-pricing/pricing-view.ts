import type { LocationPricingView } from '@ohmstead/contract/location-pricing-view'
import type { PriceList } from '@ohmstead/domain/pricing/price-list-terms'
import { entryOn, findPlanGaps } from '@ohmstead/domain/pricing/rate-plan'
import { dayAfter } from '@ohmstead/domain/time/days'
import { findAgreedPower, hasPowers } from '@ohmstead/network-fee/powers/agreed-power'
import type { PricedLocationRow } from './location-pricing-queries.ts'
import { findPricingPoint } from './pricing-point.ts'

interface Reader {
  userId: number
  /** The location's local day. */
  today: string
}

export function toPricingView(
  row: PricedLocationRow,
  lists: readonly PriceList[],
  reader: Reader,
): LocationPricingView {
  const { today } = reader
  const entries = row.plan?.entries ?? []
  const listOf = new Map(lists.map((list) => [list.id, list]))
  const active = entryOn(entries, today)
  return {
    version: row.version,
    time_zone: row.time_zone,
    plan: row.plan && { id: row.plan.id, name: row.plan.name, version: row.plan.version },
    entries: entries.flatMap((entry) => {
      const list = listOf.get(entry.priceListId)
      if (!list) return []
      const hasEnded = entry.validTo !== null && entry.validTo < today
      return {
        ...entry,
        priceListName: list.name,
        utility: list.utility,
        listType: list.terms.buy.kind,
        currency: list.terms.currency,
        phase: hasEnded
          ? ('ended' as const)
          : entry.validFrom > today
            ? ('coming' as const)
            : ('active' as const),
      }
    }),
    activePriceListId: active?.priceListId ?? null,
    gaps: findPlanGaps(entries, today, dayAfter(today, 365)),
    warning: row.plan === null ? 'noPlan' : active ? null : 'noActiveList',
    point: toPointView(row, reader),
  }
}

function toPointView(row: PricedLocationRow, { userId, today }: Reader): LocationPricingView['point'] {
  const found = findPricingPoint(row)
  if (!found) return null
  const { point, info, assumesGroup } = found
  const { device } = row
  const isOwn = device?.user_id === userId
  const entry = findAgreedPower(point.agreedPowers ?? [], today)
  const agreed = entry && hasPowers(entry) ? entry : null
  return {
    origin: device ? 'joined' : 'entered',
    abstractDeviceId: device && isOwn ? device.id : null,
    pointName: device && isOwn ? (device.title ?? device.eimm) : null,
    userGroup: point.userGroup,
    isHousehold: point.isHousehold,
    connectionPowerKw: point.connectionPowerKw,
    phases: point.phases,
    fuseAmpere: point.fuseAmpere,
    tariffsCount: point.tariffsCount,
    agreedPowersKw: entry?.blocksKw ?? (point.agreedPowers?.length === 0 ? [0, 0, 0, 0, 0] : null),
    powersSetBy: agreed?.setBy ?? null,
    assumedFields: [...info.assumed, ...(assumesGroup ? ['userGroup'] : [])],
    readingsFrom: device?.readings_from ?? null,
    readingsTo: device?.readings_to ?? null,
    netMetering: info.netMetering,
    entered: device ? null : row.manual_point,
  }
}
