import type { ConsumerInfo } from '@ohmstead/contract/portal-consumer-info'
import type { MeteringPoint } from '@ohmstead/network-fee/metering-point'
import { buildMeteringPoint } from '@ohmstead/network-fee/wire/build-metering-point'
import { buildConsumerInfo } from '../portal/points/build-consumer-info.ts'
import type { PricedLocationRow } from './location-pricing-queries.ts'

/** What is known of a location's metering point: of the one it is joined with, or what its people entered. */
export interface PricingPoint {
  info: ConsumerInfo
  point: MeteringPoint
  /** The user group is unknown, and the usual one is assumed. */
  assumesGroup: boolean
}

export function findPricingPoint({
  device,
  manual_point,
}: Pick<PricedLocationRow, 'device' | 'manual_point'>): PricingPoint | null {
  const info = device
    ? buildConsumerInfo(device.portal_info, device.manual_info, device.source)
    : manual_point && buildConsumerInfo(null, manual_point, 'csv')
  return info && { info, ...buildMeteringPoint(info) }
}
