import { auditActions } from '@ohmstead/domain/audit/audit-actions'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant } from './wire.ts'

/** A person; name and e-mail are null if the account is gone. */
const who = z.object({ id: z.number(), name: z.string().nullable(), email: z.string().nullable() })
who.register(z.globalRegistry, { id: 'AuditPerson' })
/** A thing; its name is null if it is gone. */
const what = z.object({ id: z.number(), name: z.string().nullable() })
what.register(z.globalRegistry, { id: 'AuditSubject' })

const auditEntry = z.object({
  id: z.number(),
  at: z.number(),
  action: z.enum(auditActions),
  /** Null if nobody was signed in or the server itself acted. */
  actor: who.nullable(),
  /** Who acted on behalf of the actor. */
  impersonator: who.nullable(),
  /** The person affected. */
  user: who.nullable(),
  company: what.nullable(),
  location: what.nullable(),
  controller: what.nullable(),
  /** What changed, by field: from and to. Null if there was nothing before, or is nothing after. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** Network address of the request. */
  address: z.string().nullable(),
})
auditEntry.register(z.globalRegistry, { id: 'AuditEntry' })
export type AuditEntryView = z.output<typeof auditEntry>

/** The names of ids, by the field of `before` and `after` that contains them; countries by their code. */
const names = z.record(z.string(), z.record(z.string(), z.string()))
export type AuditNames = z.output<typeof names>

const query = z.object({
  action: z.enum(auditActions).optional(),
  /** Who acted, impersonated, or was affected. */
  userId: id.optional(),
  from: instant.optional(),
  to: instant.optional(),
  /** Entries older than this one: the next page. */
  before: z.coerce.number<string | number>().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
})
const answer = z.object({
  /** Newest first, 50 a page. */
  entries: z.array(auditEntry),
  names,
  /** The `before` of the next page; null at the end. */
  next_before: z.number().nullable(),
})
answer.register(z.globalRegistry, { id: 'AuditLog' })

export const auditEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/audit-log',
    summary:
      'Changes that matter for security and energy: all for a super admin, for an aggregator its companies.',
    permission: 'role.aggregator',
    query: query.extend({
      /** Words in the name or e-mail of a person involved, or in the name of its location. */
      search: z.string().trim().max(200).default(''),
      companyId: id.optional(),
      locationId: id.optional(),
    }),
    answer,
  }),
  location: endpoint({
    method: 'GET',
    path: '/locations/:locationId/audit-log',
    summary: 'The same for one location, for its owner and people who manage its users.',
    permission: 'location.manageUsers',
    params: z.object({ locationId: id }),
    query,
    answer,
  }),
}
