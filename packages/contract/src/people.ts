import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { roleName } from './users.ts'
import { bodyId, id } from './wire.ts'

/** Rights at a location. Every right includes seeing it. */
export const locationFlags = z.object({
  view: z.literal(true).default(true),
  edit: z.boolean().default(false),
  control: z.boolean().default(false),
  manageUsers: z.boolean().default(false),
})
locationFlags.register(z.globalRegistry, { id: 'LocationRights' })

const named = z.object({ id: z.number(), name: z.string() })
export const namedPerson = z.object({ id: z.number(), first_name: z.string(), last_name: z.string() })
namedPerson.register(z.globalRegistry, { id: 'NamedPerson' })

/** What the reader may do with this person: buttons without the right are not shown. */
const userActions = z.object({
  assignRoles: z.array(roleName),
  verify: z.boolean(),
  disable: z.boolean(),
  changeCompany: z.boolean(),
  impersonate: z.boolean(),
})
userActions.register(z.globalRegistry, { id: 'UserActions' })

const person = z.object({
  id: z.number(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: roleName,
  /** When the address was confirmed; null if it is not. */
  email_verified_at: z.number().nullable(),
  disabled_at: z.number().nullable(),
  /** When the account will be deleted at the person's request; null if it will not. */
  deletion_due_at: z.number().nullable(),
  created_at: z.number(),
  last_seen_at: z.number().nullable(),
  /** The company the account belongs to, if known and visible to the reader. */
  company: named.nullable(),
  /** The companies an aggregator runs, if visible to the reader. */
  runs: z.array(named),
  /** Own and shared locations, if visible to the reader. */
  location_count: z.number(),
  actions: userActions,
})
person.register(z.globalRegistry, { id: 'Person' })
export type PersonView = z.output<typeof person>

const personDetail = person.extend({
  locale: z.string().nullable(),
  locations: z.array(
    named.extend({
      company_id: z.number(),
      is_owner: z.boolean(),
      edit: z.boolean(),
      control: z.boolean(),
      manageUsers: z.boolean(),
    }),
  ),
  controllers: z.array(z.object({ id: z.number(), unit_id: z.string(), location_id: z.number() })),
})
personDetail.register(z.globalRegistry, { id: 'PersonDetail' })
export type PersonDetailView = z.output<typeof personDetail>

const locationPerson = z.object({
  id: z.number(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: roleName,
  is_owner: z.boolean(),
  permissions: z
    .object({ view: z.boolean(), edit: z.boolean(), control: z.boolean(), manageUsers: z.boolean() })
    .meta({ id: 'GrantedRights' }),
  /** Whether the reader may change or remove this access. */
  can_change: z.boolean(),
})
locationPerson.register(z.globalRegistry, { id: 'LocationPerson' })
export type LocationPersonView = z.output<typeof locationPerson>

const listQuery = z.object({
  /** Words in the name or e-mail. */
  search: z.string().trim().max(200).default(''),
  role: roleName.optional(),
  page: z.coerce.number<string | number>().int().min(1).max(100_000).default(1),
})
const listAnswer = z.object({
  users: z.array(person),
  total: z.number(),
  page: z.number(),
  /** Always 50. */
  page_size: z.number(),
})
listAnswer.register(z.globalRegistry, { id: 'PeoplePage' })

const userId = z.object({ userId: id })
const locationUser = z.object({ locationId: id, userId: id })
const detailAnswer = z.object({ user: personDetail })

export const peopleEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/users',
    summary: 'Everybody for a super admin; for an aggregator those of its companies. By name, 50 a page.',
    permission: 'role.aggregator',
    query: listQuery.extend({ companyId: id.optional() }),
    answer: listAnswer,
  }),
  company: endpoint({
    method: 'GET',
    path: '/companies/:companyId/users',
    summary: 'Who belongs to a company, runs it, or owns or shares a location in it. By name, 50 a page.',
    permission: 'company.edit',
    params: z.object({ companyId: id }),
    query: listQuery,
    answer: listAnswer,
  }),
  get: endpoint({
    method: 'GET',
    path: '/users/:userId',
    summary: 'A person with their locations and controllers, as far as the reader sees them.',
    permission: 'role.aggregator',
    params: userId,
    answer: detailAnswer,
    errors: ['not_found'],
  }),
  assignRole: endpoint({
    method: 'PUT',
    path: '/users/:userId/role',
    summary: 'Gives a person another role. An aggregator needs the companies it is to run.',
    permission: 'role.aggregator',
    params: userId,
    body: z.object({ role: roleName, companyIds: z.array(bodyId).max(1000, 'max').default([]) }),
    answer: detailAnswer,
    errors: ['not_found', 'not_allowed'],
  }),
  changeCompany: endpoint({
    method: 'PUT',
    path: '/users/:userId/company',
    summary: 'Moves an account to another company, or to none. Its locations stay where they are.',
    permission: 'role.superAdmin',
    params: userId,
    body: z.object({ companyId: bodyId.nullable() }),
    answer: detailAnswer,
    errors: ['not_found'],
  }),
  verify: endpoint({
    method: 'POST',
    path: '/users/:userId/verify',
    summary: 'Mails a person the link that confirms their address and with which they choose a password.',
    permission: 'role.aggregator',
    params: userId,
    answer: detailAnswer,
    errors: ['not_found', 'not_allowed', 'too_many_attempts'],
  }),
  disable: endpoint({
    method: 'PUT',
    path: '/users/:userId/disabled',
    summary: 'Locks an account and ends its sessions, or opens it again.',
    permission: 'role.aggregator',
    params: userId,
    body: z.object({ disabled: z.boolean() }),
    answer: detailAnswer,
    errors: ['not_found', 'not_allowed'],
  }),
  controllerOwner: endpoint({
    method: 'PUT',
    path: '/companies/:companyId/controllers/:controllerId/owner',
    summary: "Sets whose controller it is; null makes it the location owner's again.",
    permission: 'company.edit',
    params: z.object({ companyId: id, controllerId: id }),
    body: z.object({ userId: bodyId.nullable() }),
    answer: z.object({ owner: namedPerson.nullable() }),
    errors: ['not_found'],
  }),
}

export const locationPeopleEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/locations/:locationId/users',
    summary: 'The owner of a location and everybody it is shared with.',
    permission: 'location.manageUsers',
    params: z.object({ locationId: id }),
    answer: z.object({ users: z.array(locationPerson) }),
  }),
  grant: endpoint({
    method: 'PUT',
    path: '/locations/:locationId/users/:userId',
    summary:
      'Sets what somebody may do at a location. Who has no access yet is invited instead, or granted it by an aggregator.',
    permission: 'location.manageUsers',
    params: locationUser,
    body: locationFlags,
    answer: z.object({ users: z.array(locationPerson) }),
    errors: ['not_found', 'not_allowed'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/locations/:locationId/users/:userId',
    summary: "Ends somebody's access to a location and notifies them by mail.",
    permission: 'location.manageUsers',
    params: locationUser,
    errors: ['not_found', 'not_allowed'],
  }),
  handOver: endpoint({
    method: 'PUT',
    path: '/locations/:locationId/owner',
    summary:
      'Sets the owner: the owner chooses among the people it is shared with, an aggregator among its people, or nobody.',
    permission: 'location.manageUsers',
    params: z.object({ locationId: id }),
    body: z.object({
      userId: bodyId.nullable(),
      /** Whether the previous owner keeps every right, as a person it is shared with. */
      keepAccess: z.boolean().default(false),
    }),
    answer: z.object({ owner: namedPerson.nullable() }),
    errors: ['not_found', 'not_allowed'],
  }),
  leave: endpoint({
    method: 'POST',
    path: '/locations/:locationId/leave',
    summary: 'Gives up the own access to a location that somebody else shares.',
    permission: 'location.view',
    params: z.object({ locationId: id }),
    body: z.object({ confirmed: z.literal(true, 'required') }),
    errors: ['owner_stays', 'conflict'],
  }),
}
