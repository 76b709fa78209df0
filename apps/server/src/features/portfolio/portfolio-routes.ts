import { portfolioEndpoints } from '@ohmstead/contract/portfolio'
import { type Actor, activeRole } from '@ohmstead/domain/access/permission'
import { chooseLocale, type Locale } from '@ohmstead/domain/i18n/locales'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Route, route, streaming } from '../../platform/http/route.ts'
import { createWords } from '../calculations/documents/document-words.ts'
import { findReader } from '../calculations/reader-queries.ts'
import { localDay } from '../portal/portal-dates.ts'
import { optimisePortfolio } from './optimise-portfolio.ts'
import {
  deleteOldOptimisations,
  findOptimisation,
  findOptimisations,
  findPortfolioDevices,
  findPortfolioRows,
  hasRunningOptimisation,
  insertOptimisation,
  setOptimisationJob,
  sumPortfolioRows,
} from './portfolio-queries.ts'
import { writePortfolioCsv, writePortfolioWorkbook } from './write-portfolio.ts'

const pageSize = 50
const keptRuns = 20
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const portfolioRoutes: Route[] = [
  route(portfolioEndpoints.start, async ({ db, deps, actor, body }) => {
    const { deviceIds, company_id: companyId, from, to } = body
    const now = deps.clock.now()
    if (to > localDay(now)) throw new AppError('invalid_request', { fields: { to: 'max_value' } })
    if (companyId !== null && !runsCompany(actor, companyId)) throw new AppError('not_found')
    const found = await findPortfolioDevices(db, actor, { deviceIds, companyId })
    if (deviceIds && found.length < new Set(deviceIds).size) throw new AppError('not_found')
    if (found.length === 0) throw new AppError('no_metering_points')
    if (await hasRunningOptimisation(db, actor.userId)) throw new AppError('conflict')
    const total = found.length
    const id = await db.transaction(async (tx) => {
      await deleteOldOptimisations(tx, actor.userId, keptRuns - 1)
      return insertOptimisation(tx, { userId: actor.userId, companyId, from, to, total, now })
    })
    const start = {
      kind: 'portfolio_optimisation',
      total,
      detail: { id },
      companyId,
      createdBy: actor.userId,
    }
    const job = await deps.jobs.run(start, async (progress) => {
      await setOptimisationJob(progress.db, id, progress.id)
      await optimisePortfolio(deps, progress, { id, deviceIds: found, fromDay: from, toDay: to })
    })
    await setOptimisationJob(db, id, job.id)
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

  route(portfolioEndpoints.xlsx, async ({ db, actor, params, query, reply }) => {
    const { words, rows, name, optimisation } = await gather(db, actor, params.optimisationId, query.locale)
    const file = await writePortfolioWorkbook(rows, optimisation, words)
    reply
      .type(xlsxType)
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${name}.xlsx"`)
      .send(Buffer.from(file))
    return streaming
  }),

  route(portfolioEndpoints.csv, async ({ db, actor, params, query, reply }) => {
    const { words, rows, name } = await gather(db, actor, params.optimisationId, query.locale)
    reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${name}.csv"`)
      .send(writePortfolioCsv(rows, words))
    return streaming
  }),
]

function runsCompany(actor: Actor, companyId: number): boolean {
  const role = activeRole(actor)
  return role === 'ROLE_SUPER_ADMIN' || (role === 'ROLE_AGGREGATOR' && actor.companyIds.includes(companyId))
}

async function getOptimisation(db: Queryable, actor: Actor, id: number) {
  const optimisation = await findOptimisation(db, actor, id)
  if (!optimisation) throw new AppError('not_found')
  return optimisation
}

/** All rows for a file, what saves most first. */
async function gather(db: Queryable, actor: Actor, id: number, wish: Locale | undefined) {
  const optimisation = await getOptimisation(db, actor, id)
  const order = { search: '', sort: 'saving', direction: 'desc' } as const
  const rows = await findPortfolioRows(db, actor, id, order, null)
  const words = createWords(wish ?? chooseLocale([(await findReader(db, actor.userId))?.locale]))
  return { optimisation, rows, words, name: `portfolio_${optimisation.from}_${optimisation.to}` }
}
