import { locationEndpoints } from '@ohmstead/contract/locations'
import { activeRole } from '@ohmstead/domain/access/permission'
import { includesRole } from '@ohmstead/domain/access/role'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { takeAttempt } from '../../platform/throttle.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, changedFields, recordAudit } from '../audit/record-audit.ts'
import { checkLocation } from './check-location.ts'
import { choosePlace } from './choose-place.ts'
import {
  findLocation,
  insertLocation,
  type LocationFields,
  type LocationRow,
  updateLocation,
} from './location-queries.ts'
import { toLocationView } from './location-view.ts'

// Nobody has that many homes; people who run companies add thousands.
const addLimit = { attempts: 50, windowSeconds: 3600, firstWaitSeconds: 60, longestWaitSeconds: 3600 }

export const locationRoutes: Route[] = [
  route(locationEndpoints.get, async ({ db, params }) => getLocation(db, params.locationId)),

  route(locationEndpoints.create, async (context) => {
    const { db, deps, actor, body } = context
    const ownerId = includesRole(activeRole(actor), 'ROLE_AGGREGATOR') ? null : actor.userId
    if (ownerId !== null) await takeAttempt(db, `location:${actor.userId}`, addLimit, deps.clock.now())
    const fields: LocationFields = {
      name: body.name,
      kind: body.kind,
      countryCode: body.countryCode,
      biddingZone: body.region?.code ?? null,
      timeZone: body.timezone,
      latitude: body.latitude,
      longitude: body.longitude,
    }
    await checkLocation(db, fields)
    const locationId = await db.transaction(async (tx) => {
      const id = await insertLocation(tx, { ...fields, ...(await choosePlace(tx, actor, body)), ownerId })
      const entry = { action: 'location_created' as const, locationId: id, userId: ownerId, after: fields }
      await recordAudit(tx, auditContextOf(context), entry)
      return id
    })
    return getLocation(db, locationId)
  }),

  route(locationEndpoints.update, async (context) => {
    const { db, params, body } = context
    const { locationId } = params
    const row = await findLocation(db, locationId)
    if (!row) throw new AppError('not_found')
    const given = <Value>(value: Value | undefined, kept: Value) => (value === undefined ? kept : value)
    const fields: LocationFields = {
      name: given(body.name, row.name),
      kind: given(body.kind, row.kind),
      countryCode: given(body.countryCode, row.country_code),
      biddingZone: body.region === undefined ? row.bidding_zone : (body.region?.code ?? null),
      timeZone: given(body.timezone, row.time_zone),
      latitude: given(body.latitude, row.latitude),
      longitude: given(body.longitude, row.longitude),
    }
    await checkLocation(db, fields)
    const changed = changedFields(toFields(row), fields)
    await db.transaction(async (tx) => {
      await updateLocation(tx, locationId, fields)
      if (changed)
        await recordAudit(tx, auditContextOf(context), { action: 'location_changed', locationId, ...changed })
    })
    return getLocation(db, locationId)
  }),
]

const toFields = (row: LocationRow): LocationFields => ({
  name: row.name,
  kind: row.kind,
  countryCode: row.country_code,
  biddingZone: row.bidding_zone,
  timeZone: row.time_zone,
  latitude: row.latitude,
  longitude: row.longitude,
})

async function getLocation(db: Queryable, locationId: number) {
  const row = await findLocation(db, locationId)
  if (!row) throw new AppError('not_found')
  return { location: toLocationView(row) }
}
