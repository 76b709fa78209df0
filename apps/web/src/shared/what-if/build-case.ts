import { buildMeteringPoint } from '@ohmstead/network-fee/wire/build-metering-point'
import type { PortalDevice } from '../portal/portal-query.ts'
import type { PortalSelection } from '../portal/portal-selection.ts'
import type { CaseQuestion } from './load-case.ts'

/** Used if no price was entered in the sidebar, EUR/kWh without VAT; the page says so. */
const assumedPrices = { vt: 0.13, mt: 0.1, et: 0.12 }

export interface CaseBase {
  point: CaseQuestion['point']
  prices: CaseQuestion['prices']
  /** No price was entered: the page's own are used. */
  hasAssumedPrices: boolean
  /** The point has yearly net metering, which no what-if models. */
  hasNetMetering: boolean
  /** The first of the twelve months that every what-if is for. */
  adviceFrom: string
}

/** The point and the prices that a what-if starts from. */
export function buildCase(
  consumerInfo: NonNullable<PortalDevice['consumerInfo']>,
  tariffsCount: PortalDevice['tariffsCount'],
  { vt, mt, et }: Pick<PortalSelection, 'vt' | 'mt' | 'et'>,
  adviceFrom: string,
): CaseBase {
  const isSingle = tariffsCount === 1
  return {
    point: { ...buildMeteringPoint(consumerInfo).point, tariffsCount },
    prices: isSingle
      ? { vt: null, mt: null, et: et ?? assumedPrices.et }
      : { vt: vt ?? assumedPrices.vt, mt: mt ?? assumedPrices.mt, et: null },
    hasAssumedPrices: isSingle ? et === null : vt === null || mt === null,
    hasNetMetering: consumerInfo.netMetering === true,
    adviceFrom,
  }
}
