import { formatExact } from '@ohmstead/domain/money/exact'
import { isReceiving, shareDecimals } from '@ohmstead/domain/sharing/sharing-terms'
import type { Queryable } from '../../platform/db/db.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { insertGroup } from '../energy-sharing/group-queries.ts'
import { insertKey } from '../energy-sharing/key-queries.ts'
import { insertActiveMember } from '../energy-sharing/member-queries.ts'
import { lockMark } from '../installation/installation-queries.ts'
import type { PricedSubject } from '../location-pricing/read-priced-subject.ts'
import { writeBudget } from '../money/budget-queries.ts'
import { localDay } from '../portal/client/portal-dates.ts'
import { insertInvestment } from '../savings/investment-queries.ts'
import { findOffers, type OfferRow } from '../supply-offers/supply-offer-queries.ts'
import {
  type DemoSharer,
  type DemoSharingGroup,
  demoBudgets,
  demoInvestments,
  demoSharingGroups,
} from './demo-money.ts'
import { claimDemoMoney, findPersonOf, saveUnsettled, type UnsettledMonth } from './demo-money-queries.ts'
import { findLocationOfSerial, findPointOf } from './demo-price-queries.ts'
import type { DemoSecret } from './demo-secrets.ts'
import { findOffer, firstOfMonth, insertListOfOffer } from './seed-demo-prices.ts'

interface Seeding {
  secrets: Readonly<Record<string, DemoSecret>>
  offers: readonly OfferRow[]
  now: number
}

/** Gives the people of the demo a budget, what they bought, and the groups that they share in. Once is enough. */
export async function seedDemoMoney(
  { db, clock }: Pick<PlatformDeps, 'db' | 'clock'>,
  secrets: Readonly<Record<string, DemoSecret>>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    if ((await lockMark(tx)) !== 'demo' || !(await claimDemoMoney(tx))) return
    const seeding = { secrets, now, offers: await findOffers(tx, 'SI') }
    await insertBudgets(tx, seeding)
    await insertInvestments(tx, seeding)
    const unsettled: UnsettledMonth[] = []
    for (const group of demoSharingGroups) unsettled.push(...(await insertSharingGroup(tx, group, seeding)))
    await saveUnsettled(tx, unsettled)
  })
}

const locationOf = (tx: Queryable, key: string, { secrets }: Seeding) =>
  secrets[key] ? findLocationOfSerial(tx, secrets[key].serial) : undefined

async function insertBudgets(tx: Queryable, seeding: Seeding): Promise<void> {
  for (const [key, amount] of Object.entries(demoBudgets)) {
    const location = await locationOf(tx, key, seeding)
    if (!location?.owner_id) continue
    const budget = { locationId: location.id, amount, currency: 'EUR' as const }
    await writeBudget(tx, { ...budget, userId: location.owner_id, at: seeding.now }, 0)
  }
}

async function insertInvestments(tx: Queryable, seeding: Seeding): Promise<void> {
  const { now } = seeding
  for (const { location: key, boughtMonthsAgo, ...bought } of demoInvestments) {
    const location = await locationOf(tx, key, seeding)
    if (!location) continue
    const boughtOn = Temporal.PlainDate.from(localDay(now)).subtract({ months: boughtMonthsAgo }).toString()
    const written = { ...bought, currency: 'EUR' as const, boughtOn, lifeYears: null }
    await insertInvestment(tx, location.id, written, { most: demoInvestments.length, now })
  }
}

/** Returns the months that have passed, whose statements are issued once the readings are there. */
async function insertSharingGroup(
  tx: Queryable,
  { scheme, organisedBy, isOfCompany, key, members, months, ...content }: DemoSharingGroup,
  seeding: Seeding,
): Promise<UnsettledMonth[]> {
  const { now } = seeding
  const person = await findPersonOf(tx, organisedBy)
  if (!person) return []
  const organiser = { companyId: isOfCompany ? person.company_id : null, userId: person.id }
  const validFrom = firstOfMonth(now, months)
  const places = await findPlaces(tx, members, { ...organiser, validFrom }, seeding)
  // Without its portal the demo has no metering points.
  if (!places) return []
  const groupId = await insertGroup(tx, organiser, scheme, { ...content, validFrom }, now)
  const receivers: number[] = []
  for (const { member, ...place } of places) {
    const { name, role, sharedShare } = member
    const terms = { name, role, sharedShare, validFrom }
    const memberId = await insertActiveMember(tx, groupId, terms, { ...place, now })
    if (isReceiving(member)) receivers.push(memberId)
  }
  await insertKey(tx, groupId, {
    ...{ validFrom, createdBy: person.id, now },
    key: key === 'equal' ? { kind: 'static', shares: shareEqually(receivers) } : { kind: key },
  })
  return Array.from({ length: months }, (_, place) => ({
    ...{ groupId, userId: person.id },
    month: firstOfMonth(now, place + 1).slice(0, 7),
  }))
}

interface Organiser {
  companyId: number | null
  userId: number
  /** From when on they share, and pay what they pay. */
  validFrom: string
}

interface SharerPlace {
  member: DemoSharer
  subject: PricedSubject
  priceListId: number | null
}

/** Null if one of them does not exist. */
async function findPlaces(
  tx: Queryable,
  members: readonly DemoSharer[],
  organiser: Organiser,
  seeding: Seeding,
): Promise<SharerPlace[] | null> {
  const lists = new Map<string, number>()
  const places: SharerPlace[] = []
  for (const member of members) {
    if ('location' in member) {
      const location = await locationOf(tx, member.location, seeding)
      if (!location) return null
      places.push({ member, subject: { kind: 'location', locationId: location.id }, priceListId: null })
      continue
    }
    const point = await findPointOf(tx, organiser.userId, member.eimm)
    if (!point) return null
    const priceListId = await getList(tx, member.list, lists, organiser, seeding)
    places.push({ member, subject: { kind: 'point', abstractDeviceId: point.id }, priceListId })
  }
  return places
}

/** The organiser's price list of an offer, made when it is first needed. */
async function getList(
  tx: Queryable,
  wanted: readonly [string, string],
  lists: Map<string, number>,
  { companyId, userId, validFrom }: Organiser,
  { offers, now }: Seeding,
): Promise<number | null> {
  const name = wanted.join(' ')
  const offer = findOffer(offers, wanted)
  const known = lists.get(name)
  if (known !== undefined || !offer) return known ?? null
  const owner = companyId === null ? { companyId, userId } : { companyId, userId: null }
  const listId = await insertListOfOffer(tx, owner, offer, { validFrom, validTo: null, now })
  lists.set(name, listId)
  return listId
}

/** Shares that sum to exactly 1: the last one takes the rest. */
function shareEqually(memberIds: readonly number[]): Record<string, string> {
  const whole = 10 ** shareDecimals
  const each = Math.floor(whole / memberIds.length)
  return Object.fromEntries(
    memberIds.map((id, place) => {
      const digits = place < memberIds.length - 1 ? each : whole - each * place
      return [id, formatExact({ digits: BigInt(digits), scale: shareDecimals })]
    }),
  )
}
