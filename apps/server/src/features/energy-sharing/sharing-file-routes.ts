import { sharingSettlementEndpoints } from '@ohmstead/contract/energy-sharing-settlement'
import { mediaTypes } from '@ohmstead/contract/media-types'
import { chooseLocale, type Locale } from '@ohmstead/domain/i18n/locales'
import { AppError } from '../../platform/app-error.ts'
import { fileRoute, type Route } from '../../route.ts'
import { findReader } from '../calculations/reader-queries.ts'
import { findHomeCompany } from '../site/brand-queries.ts'
import { getSiteInfo } from '../site/site-info.ts'
import { type Asking, getGroup, getOrganisedGroup } from './get-group.ts'
import type { GroupRow } from './group-queries.ts'
import type { FileFrame } from './statement-file-task.ts'
import { findSettledStatements, findSettlements, findStatementTerms } from './statement-queries.ts'
import { getStatement } from './statement-view.ts'

export const sharingFileRoutes: Route[] = [
  fileRoute(sharingSettlementEndpoints.statementFile, async (context) => {
    const { db, deps, actor, params, query, signal } = context
    const { sharingGroupId: groupId, statementId } = params
    const group = await getGroup(context, groupId)
    const statement = await getStatement(context, { groupId, statementId })
    const { format } = query
    const content = await deps.calculator.writeDocument(
      {
        kind: 'sharingStatement',
        format,
        statement,
        terms: await findStatementTerms(db, statementId),
        replacedVersion: statement.replaces === null ? null : statement.version - 1,
        ...(await frameOf(context, group, query.locale)),
      },
      { person: actor.userId, signal },
    )
    const saveAs = `${statement.memberName} ${statement.month} v${statement.version}.${format}`
    return { type: mediaTypes[format], content, saveAs }
  }),

  fileRoute(sharingSettlementEndpoints.settlementFile, async (context) => {
    const { db, deps, actor, params, query, signal } = context
    const { month } = query
    const group = await getOrganisedGroup(context, params.sharingGroupId)
    const settled = (await findSettlements(db, group.id)).get(month)
    if (!settled) throw new AppError('not_found')
    const members = await findSettledStatements(db, group.id, month)
    const content = await deps.calculator.writeDocument(
      {
        kind: 'sharingSettlement',
        groupName: group.name,
        month,
        members: members.map((member) => ({ ...member, name: member.name || `#${member.id}` })),
        unsettled: settled.unsettled,
        ...(await frameOf(context, group, query.locale)),
      },
      { person: actor.userId, signal },
    )
    return { type: mediaTypes.xlsx, content, saveAs: `${group.name} ${month}.xlsx` }
  }),
]

/** The reader's language, and the brand of the group's company, or else of the reader's. */
async function frameOf(
  { db, actor, deps }: Asking,
  { company_id }: GroupRow,
  locale: Locale | undefined,
): Promise<FileFrame> {
  const reader = await findReader(db, actor.userId)
  const companyId = company_id ?? (reader ? await findHomeCompany(db, reader.email) : null)
  const site = await getSiteInfo(db, { companyId })
  return {
    locale: locale ?? chooseLocale([reader?.locale]),
    brand: { platformName: site.platformName, theme: site.theme },
    madeAtMs: deps.clock.now(),
  }
}
