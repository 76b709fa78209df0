import { companyEndpoints } from '@ohmstead/contract/companies'
import { decide } from '@ohmstead/domain/access/permission'
import { AppError } from '../../platform/app-error.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { findReaderLocale } from '../auth/reader-locale.ts'
import { hasCountry } from '../countries/country-queries.ts'
import { createCompany, findCompanies, findCompany, toCompanyView } from './company-queries.ts'

export const companyRoutes: Route[] = [
  route(companyEndpoints.list, async ({ db, actor, request }) => {
    const collator = new Intl.Collator(await findReaderLocale(db, actor, request), { numeric: true })
    const companies = await findCompanies(db, actor)
    return {
      companies: companies.map(toCompanyView).sort((one, other) => collator.compare(one.name, other.name)),
    }
  }),

  route(companyEndpoints.create, async (context) => {
    const { db, body } = context
    if (!(await hasCountry(db, { id: body.countryId })))
      throw new AppError('invalid_request', { fields: { countryId: 'required' } })
    const { id, rootGroupId } = await db.transaction(async (tx) => {
      const created = await createCompany(tx, body)
      const entry = { action: 'company_created' as const, companyId: created.id, after: body }
      await recordAudit(tx, auditContextOf(context), entry)
      return created
    })
    return {
      company: {
        id,
        name: body.name,
        isPlatform: false,
        rootGroup: { id: rootGroupId },
        assignedControllersCount: 0,
      },
    }
  }),

  route(companyEndpoints.get, async ({ db, actor, params }) => {
    const company = await findCompany(db, actor, params.companyId)
    if (!company) throw new AppError('not_found')
    const runsIt =
      decide(actor, 'company.edit', { kind: 'company', companyId: company.id, ownLocationIds: [] }) ===
      'allowed'
    return {
      company: {
        ...toCompanyView(company),
        country: company.country,
        contactEmail: runsIt ? company.contact_email : null,
        contactPhone: runsIt ? company.contact_phone : null,
      },
    }
  }),
]
