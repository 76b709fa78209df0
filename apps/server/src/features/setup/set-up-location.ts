import { type Actor, activeRole } from '@ohmstead/domain/access/permission'
import { includesRole } from '@ohmstead/domain/access/role'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { notifyLive } from '../../platform/live/notify-live.ts'
import { type AuditContext, recordAudit } from '../audit/record-audit.ts'
import { checkLocation } from '../locations/check-location.ts'
import { choosePlace } from '../locations/choose-place.ts'
import { insertLocation, type LocationFields } from '../locations/location-queries.ts'
import type { GivenSerial } from './find-controller.ts'
import { linkController } from './link-controller.ts'
import { isAvailableUser } from './setup-queries.ts'

interface Wanted {
  location: { name: string; countryCode: string; region: { code: string }; timezone: string }
  userId: number
  companyId?: number | null | undefined
  locationGroupId?: number | null | undefined
}

/** A new location with its owner and its first controller: all of it, or nothing if somebody else was faster. */
export async function setUpLocation(
  db: Db,
  audit: AuditContext,
  actor: Actor,
  { location, userId, companyId, locationGroupId }: Wanted,
  given: GivenSerial,
) {
  const fields = toFields(location)
  await checkLocation(db, fields).catch(refuseLocation)
  const requested = {
    companyId: companyId ?? undefined,
    locationGroupId: locationGroupId ?? undefined,
    countryCode: fields.countryCode,
  }
  return db.transaction(async (tx) => {
    const place = await choosePlace(tx, actor, requested)
    await checkOwner(tx, actor, { userId, companyId: place.companyId })
    const id = await insertLocation(tx, { ...fields, ...place, ownerId: userId })
    await recordAudit(tx, audit, { action: 'location_created', locationId: id, userId, after: fields })
    const controller = await linkController(tx, audit, actor, { given, locationId: id })
    await notifyLive(tx, { t: 'access', user: userId })
    return {
      location: {
        id,
        name: fields.name,
        company_id: place.companyId,
        location_group_id: place.locationGroupId,
        owner_id: userId,
      },
      controller,
    }
  })
}

function toFields({ name, countryCode, region, timezone }: Wanted['location']): LocationFields {
  const unknown = { kind: null, latitude: null, longitude: null }
  return { name, countryCode, biddingZone: region.code, timeZone: timezone, ...unknown }
}

function refuseLocation(error: unknown): never {
  if (!(error instanceof AppError) || !error.fields) throw error
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([name, rule]) => [`location.${name}`, rule]),
  )
  throw new AppError('location_data_invalid', { fields })
}

/** People below aggregator own what they set up; others choose among the people of the company. */
async function checkOwner(
  tx: Queryable,
  actor: Actor,
  { userId, companyId }: { userId: number; companyId: number },
): Promise<void> {
  const role = activeRole(actor)
  if (!includesRole(role, 'ROLE_AGGREGATOR')) {
    if (userId !== actor.userId) throw new AppError('not_found')
    return
  }
  const scope = role === 'ROLE_SUPER_ADMIN' ? null : [companyId]
  if (!(await isAvailableUser(tx, scope, userId))) throw new AppError('not_found')
}
