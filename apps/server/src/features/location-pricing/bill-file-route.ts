import { locationPricingEndpoints } from '@ohmstead/contract/location-pricing'
import { mediaTypes } from '@ohmstead/contract/media-types'
import { chooseLocale } from '@ohmstead/domain/i18n/locales'
import { fileRoute } from '../../route.ts'
import { findReader } from '../calculations/reader-queries.ts'
import { findLocationName } from '../charts/chart-name-queries.ts'
import { getBill } from './get-bill.ts'
import { getPricedRow } from './get-pricing.ts'

/** A bill to take away, from the same figures as its page. */
export const billFileRoute = fileRoute(locationPricingEndpoints.billXlsx, async (context) => {
  const { db, deps, actor, params, query, signal } = context
  const { time_zone: timeZone } = await getPricedRow(db, params.locationId)
  const title = (await findLocationName(db, params.locationId)) ?? 'Ohmstead'
  const locale = query.locale ?? chooseLocale([(await findReader(db, actor.userId))?.locale])
  const priced = await getBill(context)
  const content = await deps.calculator.writeDocument(
    { kind: 'billFile', ...priced, title, timeZone, locale },
    { person: actor.userId, signal },
  )
  const { from, to } = priced.bill
  return { type: mediaTypes.xlsx, content, saveAs: `${title} ${from} ${to}.xlsx` }
})
