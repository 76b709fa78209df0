import type {
  SharingGroupDetailView,
  SharingGroupView,
  SharingMemberView,
} from '@ohmstead/contract/energy-sharing-groups'
import { findSharingProblems, type SharingProblem } from '@ohmstead/domain/sharing/find-sharing-problems'
import type { Netting, SharingKey } from '@ohmstead/domain/sharing/sharing-terms'
import type { Deps } from '../../deps.ts'
import { localDay } from '../portal/client/portal-dates.ts'
import { type Asking, getGroup } from './get-group.ts'
import type { GroupRow } from './group-queries.ts'
import { findKeys, type KeyRow } from './key-queries.ts'
import { findPlaceFacts, type PlaceFacts } from './member-place-queries.ts'
import { findSeenMembers, type MemberRow, type SeenMemberRow } from './member-queries.ts'

type Viewing = Asking & { deps: Pick<Deps, 'clock' | 'mailer'> }

export function toGroupView(row: GroupRow): SharingGroupView {
  return {
    id: row.id,
    name: row.name,
    scheme: row.scheme,
    companyId: row.is_organiser ? row.company_id : null,
    countryCode: row.country_code,
    organiser: row.organiser,
    priceTerms: row.price_terms,
    communityCase: row.community_case,
    validFrom: row.valid_from,
    version: row.version,
    isOrganiser: row.is_organiser,
    keyKind: row.key_kind,
    updatedAt: row.updated_at,
    memberCount: row.is_organiser ? row.member_count : null,
    invitedCount: row.is_organiser ? row.invited_count : null,
    ownMemberCount: row.own_member_count,
    lastMonth: row.last_month,
  }
}

/** A group as the actor may see it: a member gets its own rows and its own share of the key. */
export async function viewGroup(
  asking: Viewing,
  groupId: number,
): Promise<{ group: SharingGroupDetailView }> {
  const { db, actor, deps } = asking
  const now = deps.clock.now()
  const today = localDay(now)
  const row = await getGroup(asking, groupId)
  const members = await findSeenMembers(db, actor, groupId, deps.mailer.isSending)
  const ids = members.map(({ id }) => id)
  const places = new Map((await findPlaceFacts(db, ids, today)).map((facts) => [facts.member_id, facts]))
  const keys = await findKeys(db, groupId)
  const seen = row.is_organiser ? null : new Set(ids.map(String))
  return {
    group: {
      ...toGroupView(row),
      members: members.map((member) => toMemberView(member, places.get(member.id), row.is_organiser)),
      keys: keys.map((key) => toKeyView(key, seen)),
      problems: row.is_organiser
        ? findProblems(row, members, places, keys, today).map((problem) => ({
            ...problem,
            memberId: problem.memberId === null ? null : Number(problem.memberId),
          }))
        : [],
    },
  }
}

/** What the organiser is told of a group as it is today. */
export function findProblems(
  group: Pick<GroupRow, 'scheme' | 'community_case' | 'organiser'>,
  members: readonly MemberRow[],
  places: ReadonlyMap<number, PlaceFacts>,
  keys: readonly KeyRow[],
  today: string,
): SharingProblem[] {
  const taking = members.filter(({ state }) => state === 'active')
  // A group that begins later is checked by its first key.
  const key = keys.find(({ is_current, valid_from }) => is_current && valid_from <= today) ?? keys.at(-1)
  return findSharingProblems({
    scheme: group.scheme,
    communityCase: group.community_case,
    organiser: group.organiser,
    key: key?.key ?? null,
    members: taking.map((member) => {
      const place = places.get(member.id)
      return {
        id: String(member.id),
        role: member.role,
        netting: nettingOf(member, place),
        supplier: place?.supplier || null,
        isPriced: place?.supplier != null,
        hasReadings: place !== undefined && (place.readings_to !== null || place.has_controller),
      }
    }),
  })
}

/** As the metering point says today. */
export function nettingOf({ role }: Pick<MemberRow, 'role'>, place: PlaceFacts | undefined): Netting {
  if (place?.portal_netting ?? place?.manual_netting) return 'yearly'
  return role === 'receiver' ? 'none' : 'new'
}

function toMemberView(
  row: SeenMemberRow,
  place: PlaceFacts | undefined,
  isOrganiser: boolean,
): SharingMemberView {
  return {
    id: row.id,
    name: row.name || `#${row.id}`,
    email: isOrganiser ? row.email : null,
    subject: subjectOf(row),
    subjectName: place?.name ?? null,
    role: row.role,
    sharedShare: row.shared_share,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    state: row.state,
    netting: nettingOf(row, place),
    isOwn: row.is_own,
    canLeave: row.can_leave && row.state === 'active',
    invitationExpiresAt: row.state === 'invited' ? row.expires_at : null,
    delivery: row.delivery,
    readingsFrom: place?.readings_from ?? null,
    readingsTo: place?.readings_to ?? null,
    isPriced: place?.supplier != null,
    supplier: place?.supplier || null,
  }
}

export function subjectOf(row: Pick<MemberRow, 'location_id' | 'abstract_device_id'>) {
  if (row.location_id !== null) return { kind: 'location' as const, locationId: row.location_id }
  if (row.abstract_device_id !== null)
    return { kind: 'point' as const, abstractDeviceId: row.abstract_device_id }
  return null
}

const toKeyView = (
  { id, valid_from, key, created_at, is_current }: KeyRow,
  seen: ReadonlySet<string> | null,
) => ({
  id,
  validFrom: valid_from,
  isCurrent: is_current,
  key: keyAsSeen(key, seen),
  createdAt: created_at,
})

/** With the shares of these members only; of all without a set. */
export function keyAsSeen(key: SharingKey, seen: ReadonlySet<string> | null): SharingKey {
  if (key.kind !== 'static' || seen === null) return key
  return {
    kind: 'static',
    shares: Object.fromEntries(Object.entries(key.shares).filter(([id]) => seen.has(id))),
  }
}
