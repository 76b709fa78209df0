import type { Actor } from '@ohmstead/domain/access/permission'
import type { NamedInTerms } from '@ohmstead/domain/pricing/named-in-terms'
import { timeZone as slovenianZone } from '@ohmstead/network-fee/calendar/local-time'
import type { PricingWorld } from '@ohmstead/pricing/pricing-world'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { findVisibleLocations } from '../live/visible-locations.ts'
import { findDevice, findReadableDevice } from '../portal/points/abstract-device-queries.ts'
import { buildPricingWorlds, type PricedPlace } from './build-pricing-world.ts'
import { getPricedRow } from './get-pricing.ts'
import { findPricingPoint, type PricingPoint } from './pricing-point.ts'
import {
  type LocationEnergies,
  readLocationQuarterHours,
  readOfficialEnergies,
} from './read-location-quarter-hours.ts'
import { energySpan } from './read-priced-location.ts'

/** What can be priced: a location, or a metering point of the portal whether or not a location is joined with it. */
export type PricedSubject =
  | { kind: 'location'; locationId: number }
  | { kind: 'point'; abstractDeviceId: number }

/** A subject with its prices and its energies. */
export interface SubjectEnergies extends LocationEnergies {
  /** A metering point by itself has no plan: `entries` is empty, and `worldUnder` prices it with any terms. */
  world: PricingWorld
  point: PricingPoint | null
  countryCode: string
  timeZone: string
}

interface Span {
  fromMs: number
  toMs: number
}

/** Throws `not_found` unless the actor sees the location, or may read the metering point: their own, or a customer's. */
export async function requireVisibleSubject(
  db: Queryable,
  actor: Actor,
  subject: PricedSubject,
): Promise<void> {
  const isVisible =
    subject.kind === 'location'
      ? (await findVisibleLocations(db, actor, [subject.locationId])).size > 0
      : (await findReadableDevice(db, actor, subject.abstractDeviceId)) !== undefined
  if (!isVisible) throw new AppError('not_found')
}

/**
 * The prices of a subject and its energies of a span, as far back as its bill needs them; `also` is what further terms
 * name. Asks nobody's permission: `requireVisibleSubject` does. Throws `not_found` if it is gone.
 */
export async function readPricedSubject(
  db: Queryable,
  subject: PricedSubject,
  span: Span,
  also?: NamedInTerms,
): Promise<SubjectEnergies> {
  const place = await getPricedPlace(db, subject)
  const { since, until } = energySpan(span, place.time_zone)
  const deviceId = place.device?.id ?? null
  const [worlds, energies] = await Promise.all([
    buildPricingWorlds(db, [place], span, also),
    subject.kind === 'point'
      ? readOfficialEnergies(db, subject.abstractDeviceId, since, until)
      : readLocationQuarterHours(
          db,
          { locationId: subject.locationId, abstractDeviceId: deviceId },
          since,
          until,
        ),
  ])
  return {
    ...energies,
    world: worlds[0]!.world,
    point: findPricingPoint(place),
    countryCode: place.country_code,
    timeZone: place.time_zone,
  }
}

/** The portal is Slovenia's, and so are its metering points. */
export async function getPricedPlace(db: Queryable, subject: PricedSubject): Promise<PricedPlace> {
  if (subject.kind === 'location') return getPricedRow(db, subject.locationId)
  const device = await findDevice(db, subject.abstractDeviceId)
  if (!device) throw new AppError('not_found')
  return { country_code: 'SI', time_zone: slovenianZone, plan: null, manual_point: null, device }
}
