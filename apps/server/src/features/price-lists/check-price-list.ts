import { biddingZones } from '@ohmstead/domain/places/bidding-zones'
import { checkPublished, checkTerms } from '@ohmstead/domain/pricing/check-list-terms'
import { namedInTerms } from '@ohmstead/domain/pricing/named-in-terms'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { hasCountry } from '../countries/country-queries.ts'
import { findBlocksOf, readBlocksOf } from '../time-of-use/find-blocks-of.ts'
import type { PriceListContent } from './price-list-queries.ts'

/**
 * Refuses terms that break a rule, or that name a time-of-use plan, a block, a tariff or a region that is not there. What
 * they name stays until the transaction ends in which they are stored.
 */
export async function checkPriceList(
  db: Queryable,
  content: PriceListContent,
  isStored = true,
): Promise<void> {
  const { terms, validFrom, validTo } = content
  const findBlocks = await (isStored ? findBlocksOf : readBlocksOf)(db, namedInTerms([terms]).timePlanIds)
  const fields: Record<string, string> = {}
  const problems = { ...checkTerms(terms, findBlocks), ...checkPublished(content.countryCode, terms) }
  for (const [path, { rule }] of Object.entries(problems)) fields[`terms.${path}`] = rule
  for (const side of ['buy', 'sell'] as const) {
    const price = terms[side]
    if (price?.kind === 'spot_market' && !biddingZones.some(({ code }) => code === price.region))
      fields[`terms.${side}.region`] = 'required'
  }
  if (validTo !== null && validTo < validFrom) fields.validTo = 'range_reversed'
  if (!(await hasCountry(db, { code: content.countryCode }))) fields.countryCode = 'required'
  if (
    terms.network.kind === 'tariff' &&
    !(await hasTariff(db, terms.network.networkTariffId, terms.currency, isStored))
  )
    fields['terms.network.networkTariffId'] = 'required'
  if (Object.keys(fields).length > 0) throw new AppError('invalid_request', { fields })
}

async function hasTariff(db: Queryable, id: number, currency: string, isStored: boolean): Promise<boolean> {
  const lock = isStored ? sql`for share` : sql``
  const row = await db.row(sql`
    select id from network_tariff where id = ${id} and currency = ${currency} ${lock}`)
  return row !== undefined
}
