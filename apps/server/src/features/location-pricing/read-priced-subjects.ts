import { timeZone as slovenianZone } from '@ohmstead/network-fee/calendar/local-time'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { QuarterHourRow } from '../portal/readings/quarter-hour-row.ts'
import { readGridQuartersOf } from '../telemetry/read-grid-quarters.ts'
import { buildPricingWorlds, type PricedPlace } from './build-pricing-world.ts'
import { findPricedLocations, type PricedLocationRow } from './location-pricing-queries.ts'
import { findPricingPoint } from './pricing-point.ts'
import { joinEnergies, readOfficialOf } from './read-location-quarter-hours.ts'
import { energySpan } from './read-priced-location.ts'
import type { PricedSubject, SubjectEnergies } from './read-priced-subject.ts'

interface Span {
  fromMs: number
  toMs: number
}

const dayMs = 86_400_000
/** Days of readings that are read with one query: few round trips, and none that holds up others. */
const daysAtOnce = 800

/** A subject; a metering point by itself may be priced with a price list on the days of that list. */
export interface AskedSubject {
  subject: PricedSubject
  priceListId?: number | null
}

/**
 * What `readPricedSubject` finds, of many at once, which share what their prices have in common; null for one that is
 * gone. `onRead` is called after each, so that a long list can report how far it has got.
 */
export async function readPricedSubjects(
  db: Queryable,
  asked: readonly AskedSubject[],
  span: Span,
  onRead: (done: number) => Promise<void> = async () => {},
): Promise<(SubjectEnergies | null)[]> {
  const places = await findPlaces(db, asked)
  const found = places.filter((place) => place !== null)
  const worlds = await buildPricingWorlds(db, found, span)
  const worldOf = new Map(worlds.map(({ row, world }) => [row, world]))
  const locationIds = asked.flatMap(({ subject }) =>
    subject.kind === 'location' ? [subject.locationId] : [],
  )
  const subjects: (SubjectEnergies | null)[] = []
  // Places of another time zone need another span.
  const spans = new Map<number, ReturnType<typeof readGridQuartersOf>>()
  const measuredIn = (range: Span) => {
    const known = spans.get(range.fromMs) ?? readGridQuartersOf(db, locationIds, range)
    spans.set(range.fromMs, known)
    return known
  }
  const atOnce = Math.max(1, Math.floor((daysAtOnce * dayMs) / (span.toMs - span.fromMs)))
  let officialOf: OfficialOf = () => null
  for (const [at, place] of places.entries()) {
    if (at % atOnce === 0) officialOf = await readOfficials(db, places.slice(at, at + atOnce), span)
    if (place === null) subjects.push(null)
    else {
      const range = rangeOf(place, span)
      const { subject } = asked[at]!
      const official = officialOf(place)
      const measured = await measuredIn(range)
      const own = subject.kind === 'location' ? (measured.get(subject.locationId) ?? null) : null
      subjects.push({
        ...joinEnergies(official, own, range),
        world: worldOf.get(place)!,
        point: findPricingPoint(place),
        countryCode: place.country_code,
        timeZone: place.time_zone,
      })
    }
    await onRead(at + 1)
  }
  return subjects
}

type OfficialOf = (place: PricedPlace) => QuarterHourRow | null

/** The official readings of places; in time zones far apart their span begins in different months. */
async function readOfficials(
  db: Queryable,
  places: readonly (PricedPlace | null)[],
  span: Span,
): Promise<OfficialOf> {
  const withPoint = places.filter((place) => place?.device)
  const found = new Map<number, Map<number, QuarterHourRow>>()
  for (const [fromMs, some] of Map.groupBy(withPoint, (place) => rangeOf(place!, span).fromMs)) {
    const ids = [...new Set(some.map((place) => place!.device!.id))]
    found.set(fromMs, await readOfficialOf(db, ids, rangeOf(some[0]!, span)))
  }
  return (place) => (place.device && found.get(rangeOf(place, span).fromMs)?.get(place.device.id)) ?? null
}

function rangeOf({ time_zone }: PricedPlace, span: Span): Span {
  const { since, until } = energySpan(span, time_zone)
  return { fromMs: since, toMs: until }
}

async function findPlaces(db: Queryable, asked: readonly AskedSubject[]): Promise<(PricedPlace | null)[]> {
  const ids = asked.map(({ subject }) => subject)
  const locations = await findPricedLocations(
    db,
    ids.flatMap((subject) => (subject.kind === 'location' ? [subject.locationId] : [])),
  )
  const devices = await findDevices(
    db,
    ids.flatMap((subject) => (subject.kind === 'point' ? [subject.abstractDeviceId] : [])),
  )
  const lists = await findListDays(
    db,
    asked.flatMap(({ priceListId }) => priceListId ?? []),
  )
  const locationOf = new Map(locations.map((row) => [row.location_id, row]))
  const deviceOf = new Map(devices.map((device) => [device.id, device]))
  return asked.map(({ subject, priceListId }) => {
    if (subject.kind === 'location') return locationOf.get(subject.locationId) ?? null
    const device = deviceOf.get(subject.abstractDeviceId)
    if (!device) return null
    const list = lists.find(({ id }) => id === priceListId)
    return {
      country_code: 'SI',
      time_zone: slovenianZone,
      plan: list ? planOf(list) : null,
      manual_point: null,
      device,
    }
  })
}

interface ListDays {
  id: number
  valid_from: string
  valid_to: string | null
}

/** One list on all of its days. */
const planOf = ({ id, valid_from, valid_to }: ListDays) => ({
  ...{ id: 0, name: '', version: 0, company_id: null, user_id: null },
  entries: [{ priceListId: id, validFrom: valid_from, validTo: valid_to }],
})

const findListDays = (db: Queryable, ids: readonly number[]): Promise<ListDays[]> =>
  db.rows<ListDays>(sql`select id, valid_from, valid_to from price_list where id = any(${ids}::int[])`)

const findDevices = (db: Queryable, ids: readonly number[]) =>
  db.rows<NonNullable<PricedLocationRow['device']>>(sql`
    select id, user_id, eimm, gsrn, title, source, portal_info, manual_info, readings_from, readings_to
    from abstract_device where id = any(${ids}::int[])`)
