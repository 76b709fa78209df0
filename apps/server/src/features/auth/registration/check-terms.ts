import { AppError } from '../../../platform/app-error.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { getSiteInfo } from '../../site/site-info.ts'

/** Registering includes agreeing to the terms of the page's site, if it links to some. */
export async function checkTerms(
  db: Queryable,
  { terms }: { terms: boolean },
  host: string | undefined,
): Promise<void> {
  const { links } = await getSiteInfo(db, { host })
  if (links.termsAndConditions !== null && !terms)
    throw new AppError('invalid_request', { fields: { terms: 'required' } })
}
