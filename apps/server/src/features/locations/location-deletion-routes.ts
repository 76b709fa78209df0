import { locationDeletionEndpoints } from '@ohmstead/contract/locations'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { notifyLive } from '../../platform/live/notify-live.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { findLocationPeople } from '../people/location-people-queries.ts'
import { findDeletionPreview } from './deletion-preview-queries.ts'
import {
  cancelLocationDeletion,
  findDeletedLocations,
  hasControllers,
  setLocationDeletionDue,
} from './location-deletion-queries.ts'

/** As long as an account: see `account-routes`. */
const graceMs = 30 * 86_400_000

export const locationDeletionRoutes: Route[] = [
  route(locationDeletionEndpoints.list, async ({ db, deps, actor }) => ({
    locations: await findDeletedLocations(db, actor, deps.clock.now()),
  })),

  route(locationDeletionEndpoints.preview, async ({ db, params }) => ({
    deletion: await findDeletionPreview(db, params.locationId),
  })),

  route(locationDeletionEndpoints.remove, async (context) => {
    const { db, deps, actor, params } = context
    const { locationId } = params
    const dueAt = deps.clock.now() + graceMs
    await db.transaction(async (tx) => {
      const location = await setLocationDeletionDue(tx, locationId, dueAt)
      if (!location) throw new AppError('not_found')
      if (await hasControllers(tx, locationId)) throw new AppError('location_has_controllers')
      await recordAudit(tx, auditContextOf(context), {
        action: 'location_deletion_requested',
        locationId,
        after: { deletionDueAt: dueAt },
      })
      const owner = await notifyPeople(tx, locationId)
      if (!owner) return
      const by = owner.id === actor.userId ? 'owner' : 'other'
      const url = `${deps.settings.publicUrl}/user/profile/privacy`
      const facts = { location: location.name, time: dueAt, zone: location.time_zone }
      const values = { name: owner.first_name, ...facts, by, url } as const
      const mail = { kind: 'location_deletion', to: owner.email, locale: owner.locale, values } as const
      await queueMail(tx, { ...mail, names: { locationId } }, deps)
    })
    return { deletion_due_at: dueAt }
  }),

  route(locationDeletionEndpoints.restore, async (context) => {
    const { db, deps, params } = context
    const { locationId } = params
    await db.transaction(async (tx) => {
      const name = await cancelLocationDeletion(tx, locationId, deps.clock.now())
      if (name === undefined) throw new AppError('not_found')
      await recordAudit(tx, auditContextOf(context), { action: 'location_deletion_cancelled', locationId })
      const owner = await notifyPeople(tx, locationId)
      if (!owner) return
      const url = `${deps.settings.publicUrl}/locations/${locationId}`
      const values = { name: owner.first_name, location: name, url }
      const mail = { kind: 'location_restored', to: owner.email, locale: owner.locale, values } as const
      await queueMail(tx, { ...mail, names: { locationId } }, deps)
    })
  }),
]

/** Pages of everybody who had access are updated at once; the owner gets the mail. */
async function notifyPeople(tx: Queryable, locationId: number) {
  const people = await findLocationPeople(tx, locationId)
  for (const { id } of people) await notifyLive(tx, { t: 'access', user: id })
  return people.find((person) => person.is_owner)
}
