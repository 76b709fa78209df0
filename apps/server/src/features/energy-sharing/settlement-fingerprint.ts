import { createHash } from 'node:crypto'
import { dayAfter } from '@ohmstead/domain/time/days'
import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import type { Queryable } from '../../platform/db/db.ts'
import { findFingerprints, findPointFingerprints } from '../location-pricing/price-fingerprints.ts'
import type { GroupRow } from './group-queries.ts'
import { nettingOf } from './group-view.ts'
import type { KeyRow } from './key-queries.ts'
import type { PlaceFacts } from './member-place-queries.ts'
import type { MemberRow } from './member-queries.ts'
import { findMarketFingerprint, findReadingFingerprints } from './reading-fingerprint-queries.ts'
import type { SettlementFingerprint, StatementCause } from './statement-queries.ts'

/** Everything of a group that settled months follow from, besides readings and prices. */
export interface GroupState {
  group: Pick<
    GroupRow,
    'id' | 'scheme' | 'country_code' | 'organiser' | 'price_terms' | 'community_case' | 'valid_from'
  >
  members: readonly MemberRow[]
  places: ReadonlyMap<number, PlaceFacts>
  /** All of them, the newest day first. */
  keys: readonly KeyRow[]
}

/** Counts up with each change of the program that changes what statements say. */
const programVersion = '1'

/** The first and last day of a month, and its instants. */
export function spanOfMonth(month: string) {
  const from = `${month}-01`
  const to = dayAfter(
    from,
    new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate() - 1,
  )
  return { from, to, fromMs: localMidnightMs(from), toMs: localMidnightMs(dayAfter(to)) }
}

/** Members who take part on some day of a month. */
export function takingPartIn(
  { group, members }: Pick<GroupState, 'group' | 'members'>,
  month: string,
): MemberRow[] {
  const { from, to } = spanOfMonth(month)
  if (group.valid_from > to) return []
  return members.filter(
    ({ state, valid_from, valid_to }) =>
      (state === 'active' || state === 'left') && valid_from <= to && (valid_to === null || valid_to >= from),
  )
}

/** A text for each part that a settled month follows from: it differs as soon as the part does. */
export async function findSettlementFingerprint(
  db: Queryable,
  state: GroupState,
  month: string,
  members: readonly MemberRow[] = takingPartIn(state, month),
): Promise<SettlementFingerprint> {
  const { group, places, keys } = state
  const days = spanOfMonth(month)
  const [readings, prices] = await Promise.all([
    findReadingFingerprints(db, members, days),
    findPriceFingerprints(db, members, days),
  ])
  const market =
    group.price_terms.kind === 'spotCapped' ? await findMarketFingerprint(db, group.country_code, days) : ''
  const { scheme, organiser, price_terms, community_case } = group
  return {
    program: programVersion,
    terms: hash([scheme, organiser, price_terms, community_case, later(group.valid_from, days.from), market]),
    keys: hash(keysIn(keys, days).map(({ valid_from, key }) => [valid_from, key])),
    members: hash(
      members.map((member) => [
        ...[member.id, member.role, member.shared_share, nettingOf(member, places.get(member.id))],
        ...[later(member.valid_from, days.from), earlier(member.valid_to ?? days.to, days.to)],
      ]),
    ),
    readings,
    prices,
  }
}

/** The keys that apply on some day: the newest of each day. */
export function keysIn(keys: readonly KeyRow[], { from, to }: { from: string; to: string }): KeyRow[] {
  const current = keys.filter(({ is_current, valid_from }) => is_current && valid_from <= to)
  const first = current.find(({ valid_from }) => valid_from <= from)
  return current.filter((key) => key.valid_from > from || key === first).reverse()
}

/** By the id of the member; one whose place is gone has none. */
async function findPriceFingerprints(
  db: Queryable,
  members: readonly MemberRow[],
  days: { from: string; to: string; toMs: number },
): Promise<Record<string, string>> {
  const atLocations = members.filter(({ location_id }) => location_id !== null)
  const atPoints = members.filter(({ abstract_device_id }) => abstract_device_id !== null)
  const ofLocations = await findFingerprints(
    db,
    atLocations.map(({ location_id }) => location_id!),
    days.toMs - 1,
  )
  const ofPoints = await findPointFingerprints(
    db,
    atPoints.map((member) => ({ deviceId: member.abstract_device_id!, priceListId: member.price_list_id })),
    days,
  )
  return Object.fromEntries([
    ...atLocations.map(({ id, location_id }) => [id, ofLocations.get(location_id!) ?? '-']),
    ...atPoints.map(({ id }, at) => [id, ofPoints[at] ?? '-']),
  ])
}

/**
 * Why the statement of a member would differ today; empty if it would not. Readings of all decide what each gets; prices of
 * others matter only if the price between members or the key goes by them.
 */
export function findCauses(
  before: SettlementFingerprint,
  now: SettlementFingerprint,
  { memberId, isCoupled }: { memberId: number; isCoupled: boolean },
): StatementCause[] {
  const causes: [StatementCause, boolean][] = [
    ['reading', differs(before.readings, now.readings)],
    [
      'price',
      isCoupled ? differs(before.prices, now.prices) : before.prices[memberId] !== now.prices[memberId],
    ],
    ['key', before.keys !== now.keys],
    ['member', before.members !== now.members],
    ['terms', before.terms !== now.terms],
    ['program', before.program !== now.program],
  ]
  return causes.filter(([, isOne]) => isOne).map(([cause]) => cause)
}

/** Whether prices of one member decide what others pay or get. */
export const isCoupled = ({ group, keys }: Pick<GroupState, 'group' | 'keys'>): boolean =>
  group.price_terms.kind === 'middle' || keys.some(({ key }) => key.kind === 'optimal')

/** Parts of members on both sides: whether somebody takes part at all is told by `members`. */
function differs(before: Record<string, string>, now: Record<string, string>): boolean {
  return Object.entries(now).some(([id, part]) => before[id] !== undefined && before[id] !== part)
}

const hash = (value: unknown) => createHash('sha256').update(canonical(value)).digest('base64url')
const later = (a: string, b: string) => (a > b ? a : b)
const earlier = (a: string, b: string) => (a < b ? a : b)

/** JSON with sorted names: what comes from the database has another order than what was written. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`).join(',')}}`
}
