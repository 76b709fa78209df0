import { type PersonDetailView, type PersonView, peopleEndpoints } from '@ohmstead/contract/people'
import { decideUserActions, type UserActions } from '@ohmstead/domain/access/manage-user'
import type { Actor } from '@ohmstead/domain/access/permission'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf } from '../audit/record-audit.ts'
import { takePersonMailAttempt } from '../auth/sign-in-attempts.ts'
import {
  assignRole,
  changeCompany,
  disablePerson,
  mailPersonVerification,
  setControllerOwner,
} from './change-person.ts'
import {
  countPeople,
  findPeople,
  findPerson,
  findPersonControllers,
  findPersonLocations,
  type PeopleFilter,
  type PeopleScope,
  type PersonRow,
  pageSize,
  peopleScopeOf,
  toManagedUser,
} from './people-queries.ts'

export const peopleRoutes: Route[] = [
  route(peopleEndpoints.list, async ({ db, actor, query: { companyId, ...filter } }) => {
    const own = peopleScopeOf(actor)
    const scope = companyId === undefined ? own : [companyId].filter((id) => own === null || own.includes(id))
    return readPage(db, actor, scope, filter)
  }),

  route(peopleEndpoints.company, async ({ db, actor, params, query }) =>
    readPage(db, actor, [params.companyId], query),
  ),

  route(peopleEndpoints.get, async ({ db, actor, params }) => getDetail(db, actor, params.userId)),

  route(peopleEndpoints.assignRole, async (context) => {
    const { db, actor, params, body } = context
    await db.transaction((tx) => assignRole(tx, auditContextOf(context), actor, params.userId, body))
    return getDetail(db, actor, params.userId)
  }),

  route(peopleEndpoints.changeCompany, async (context) => {
    const { db, actor, params, body } = context
    await db.transaction((tx) =>
      changeCompany(tx, auditContextOf(context), actor, params.userId, body.companyId),
    )
    return getDetail(db, actor, params.userId)
  }),

  route(peopleEndpoints.verify, async (context) => {
    const { db, deps, actor, params } = context
    const { user } = await getDetail(db, actor, params.userId)
    if (!user.actions.verify) throw new AppError('not_allowed')
    if (user.email_verified_at !== null) return { user }
    await takePersonMailAttempt(deps, actor, user.email)
    await db.transaction((tx) => mailPersonVerification(tx, auditContextOf(context), actor, user.id, deps))
    return getDetail(db, actor, params.userId)
  }),

  route(peopleEndpoints.disable, async (context) => {
    const { db, actor, params, body } = context
    await db.transaction((tx) =>
      disablePerson(tx, auditContextOf(context), actor, params.userId, body.disabled),
    )
    return getDetail(db, actor, params.userId)
  }),

  route(peopleEndpoints.controllerOwner, async (context) => {
    const { db, params, body } = context
    const owner = await db.transaction((tx) =>
      setControllerOwner(tx, auditContextOf(context), { ...params, userId: body.userId }),
    )
    return { owner }
  }),
]

async function readPage(db: Queryable, actor: Actor, scope: PeopleScope, filter: PeopleFilter) {
  const rows = await findPeople(db, scope, filter)
  return {
    users: rows.map((row) => toPerson(row, decideUserActions(actor, toManagedUser(row)))),
    total: await countPeople(db, scope, filter),
    page: filter.page,
    page_size: pageSize,
  }
}

async function getDetail(db: Queryable, actor: Actor, userId: number): Promise<{ user: PersonDetailView }> {
  const scope = peopleScopeOf(actor)
  const row = await findPerson(db, scope, userId)
  if (!row) throw new AppError('not_found')
  return {
    user: {
      ...toPerson(row, decideUserActions(actor, toManagedUser(row))),
      locale: row.locale,
      locations: await findPersonLocations(db, scope, userId),
      controllers: await findPersonControllers(db, scope, userId),
    },
  }
}

function toPerson(
  { locale: _, home_company_id: _home, runs_company_ids: _runs, ...person }: PersonRow,
  actions: UserActions,
): PersonView {
  return { ...person, actions }
}
