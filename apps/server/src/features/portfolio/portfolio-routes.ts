import { mediaTypes } from '@ohmstead/contract/media-types'
import { portfolioEndpoints } from '@ohmstead/contract/portfolio'
import { type Actor, decide } from '@ohmstead/domain/access/permission'
import { chooseLocale } from '@ohmstead/domain/i18n/locales'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { FileAnswer } from '../../platform/http/send-file.ts'
import { type Context, fileRoute, type Route, route } from '../../route.ts'
import { findReader } from '../calculations/reader-queries.ts'
import { localDay } from '../portal/client/portal-dates.ts'
import type { PortfolioFileTask } from './portfolio-file-task.ts'
import {
  findOptimisation,
  findOptimisations,
  findPortfolioDevices,
  findPortfolioRows,
  sumPortfolioRows,
} from './portfolio-queries.ts'
import { startOptimisation } from './start-optimisation.ts'

const pageSize = 50
export const portfolioRoutes: Route[] = [
  route(portfolioEndpoints.start, async ({ db, deps, actor, body }) => {
    const { deviceIds, company_id: companyId, from, to, levies, vat } = body
    if (to > localDay(deps.clock.now()))
      throw new AppError('invalid_request', { fields: { to: 'future_date' } })
    const company = { kind: 'company' as const, companyId: companyId ?? 0, ownLocationIds: [] }
    if (companyId !== null && decide(actor, 'company.edit', company) !== 'allowed')
      throw new AppError('not_found')
    const found = await findPortfolioDevices(db, actor, { deviceIds, companyId })
    if (deviceIds && found.length < new Set(deviceIds).size) throw new AppError('not_found')
    if (found.length === 0) throw new AppError('no_metering_points')
    const { userId } = actor
    const run = { userId, companyId, deviceIds: found, fromDay: from, toDay: to, levies, vat }
    const id = await startOptimisation(deps, run)
    return { optimisation: await getOptimisation(db, actor, id) }
  }),

  route(portfolioEndpoints.list, async ({ db, actor }) => ({
    optimisations: await findOptimisations(db, actor),
  })),

  route(portfolioEndpoints.rows, async ({ db, actor, params, query }) => {
    const { optimisationId: id } = params
    const range = { limit: pageSize, offset: (query.page - 1) * pageSize }
    const optimisation = await getOptimisation(db, actor, id)
    const totals = await sumPortfolioRows(db, actor, id, query.search)
    const rows = await findPortfolioRows(db, actor, id, query, range)
    return { optimisation, rows, count: totals.points, page_size: pageSize, totals }
  }),

  fileRoute(portfolioEndpoints.xlsx, (context) => writeFile(context, 'xlsx')),

  fileRoute(portfolioEndpoints.csv, (context) => writeFile(context, 'csv')),
]

async function getOptimisation(db: Queryable, actor: Actor, id: number) {
  const optimisation = await findOptimisation(db, actor, id)
  if (!optimisation) throw new AppError('not_found')
  return optimisation
}

/** All rows in a file, the largest saving first. */
async function writeFile(
  {
    db,
    deps,
    actor,
    params,
    query,
    signal,
  }: Pick<Context<typeof portfolioEndpoints.xlsx>, 'db' | 'deps' | 'actor' | 'params' | 'query' | 'signal'>,
  format: PortfolioFileTask['format'],
): Promise<FileAnswer> {
  const { optimisationId: id } = params
  const optimisation = await getOptimisation(db, actor, id)
  const order = { search: '', sort: 'yearly_saving', direction: 'desc' } as const
  const rows = await findPortfolioRows(db, actor, id, order, null)
  const locale = query.locale ?? chooseLocale([(await findReader(db, actor.userId))?.locale])
  const task: PortfolioFileTask = { kind: 'portfolio', format, rows, optimisation, locale }
  const content = await deps.calculator.writeDocument(task, { person: actor.userId, signal })
  const saveAs = `portfolio_${optimisation.from}_${optimisation.to}.${format}`
  return { type: mediaTypes[format], content, saveAs }
}
