import { companyDeletionEndpoints } from '@ohmstead/contract/companies'
import { AppError } from '../../platform/app-error.ts'
import { notifyLive } from '../../platform/live/notify-live.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import {
  deleteCompany,
  findCompanyDeletion,
  findPeopleOfCompany,
  lockDoomedCompany,
} from './company-deletion-queries.ts'
import { findCompany } from './company-queries.ts'
import { keepBorrowedLists } from './keep-borrowed-lists.ts'

export const companyDeletionRoutes: Route[] = [
  route(companyDeletionEndpoints.preview, async ({ db, actor, params: { companyId } }) => {
    const company = await findCompany(db, actor, companyId)
    if (!company) throw new AppError('not_found')
    if (company.is_platform) throw new AppError('company_is_platform')
    return { deletion: await findCompanyDeletion(db, companyId) }
  }),

  route(companyDeletionEndpoints.remove, async (context) => {
    const { db, params, body } = context
    const { companyId } = params
    await db.transaction(async (tx) => {
      const company = await lockDoomedCompany(tx, companyId)
      if (!company) throw new AppError('not_found')
      if (company.is_platform) throw new AppError('company_is_platform')
      // Counted under the lock: what somebody is just adding is seen here, or fails there.
      const { in_the_way } = await findCompanyDeletion(tx, companyId)
      if (Object.values(in_the_way).some((count) => count > 0)) throw new AppError('company_in_use')
      if (body.name !== company.name) throw new AppError('invalid_request', { fields: { name: 'is_not' } })
      const audit = auditContextOf(context)
      await keepBorrowedLists(tx, audit, companyId)
      for (const user of await findPeopleOfCompany(tx, companyId)) await notifyLive(tx, { t: 'access', user })
      await deleteCompany(tx, companyId)
      await recordAudit(tx, audit, { action: 'company_deleted', companyId, before: { name: company.name } })
    })
  }),
]
