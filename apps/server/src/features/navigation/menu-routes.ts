import { navigationEndpoints } from '@ohmstead/contract/navigation'
import { buildLocationMenu } from '@ohmstead/domain/menu/build-location-menu'
import { buildPlaceMenu, type MenuSource } from '@ohmstead/domain/menu/build-place-menu'
import type { MenuNode } from '@ohmstead/domain/menu/menu-node'
import { shortenMenu } from '@ohmstead/domain/menu/short-menu'
import { AppError } from '../../platform/app-error.ts'
import { type Route, route } from '../../route.ts'
import { findReaderLocale } from '../auth/reader-locale.ts'
import { findCompanies } from '../companies/company-queries.ts'
import { findLocationPlace } from '../locations/location-queries.ts'
import { findEntryCompanyIds, findLocationInside, findPlaces, runCompanyIds } from './menu-queries.ts'

export const navigationRoutes: Route[] = [
  route(navigationEndpoints.own, async ({ db, actor, request }) => {
    const locale = await findReaderLocale(db, actor, request)
    const runs = runCompanyIds(actor)
    if (!runs)
      return { structure: shortenMenu(companyNodes(await findCompanies(db, actor), locale)), company: null }
    const entries = (await findEntryCompanyIds(db, actor)).filter((id) => !runs.includes(id))
    const own = await findPlaces(db, actor, runs)
    const single = await findPlaces(db, actor, entries)
    const structure = [...buildPlaceMenu(own, 'full', locale), ...buildPlaceMenu(single, 'reachable', locale)]
    const first = structure[0]?.data.companyId
    return {
      structure: shortenMenu(structure),
      company: companyOf([...own.companies, ...single.companies], first),
    }
  }),

  route(navigationEndpoints.company, async ({ db, actor, params, request }) => {
    const locale = await findReaderLocale(db, actor, request)
    const runs = runCompanyIds(actor)
    const places = await findPlaces(db, actor, [params.companyId])
    const company = companyOf(places.companies, params.companyId)
    if (!company) throw new AppError('not_found')
    const isRun = !runs || runs.includes(params.companyId)
    return { structure: shortenMenu(buildPlaceMenu(places, isRun ? 'full' : 'reachable', locale)), company }
  }),

  route(navigationEndpoints.location, async ({ db, actor, params, query, request }) => {
    const locale = await findReaderLocale(db, actor, request)
    const place = await findLocationPlace(db, params.locationId)
    if (!place) throw new AppError('not_found')
    const inside = await findLocationInside(db, params.locationId)
    return { structure: buildLocationMenu(inside, place, { ...query, locale }) }
  }),
]

function companyOf(companies: MenuSource['companies'], companyId: number | undefined) {
  const company = companies.find(({ id }) => id === companyId)
  return company ? { id: company.id, name: company.name, rootGroup: { id: company.rootGroupId } } : null
}

/** A super admin's tree is fetched company by company; without a chosen one it only lists their names. */
function companyNodes(
  companies: { id: number; name: string; root_group_id: number }[],
  locale: string,
): MenuNode[] {
  const named = companies.map(({ id, name, root_group_id }) => ({ id, name, rootGroupId: root_group_id }))
  return buildPlaceMenu({ companies: named, groups: [], locations: [] }, 'full', locale)
}
