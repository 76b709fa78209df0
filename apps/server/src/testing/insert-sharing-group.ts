import type { Queryable } from '../platform/db/db.ts'
import { sql } from '../platform/db/sql.ts'

const portal = {
  name: 'Moj Elektro',
  senderFeePerMonth: '0',
  receiverFeePerMonth: '0',
  ownCustomersOnly: false,
  source: 'https://mojelektro.si',
  validFrom: '2026-01-01',
}

/** A group without fees whose members share for nothing, of one person or a company. */
export async function insertSharingGroup(
  db: Queryable,
  group: {
    ownerId: number
    companyId?: number | null
    scheme?: 'sharing' | 'selfSupply'
    name?: string
    validFrom?: string
    priceTerms?: object
    organiser?: Partial<typeof portal>
  },
): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into sharing_group (company_id, owner_id, name, scheme, country_code, organiser, price_terms, valid_from,
      created_at, updated_at)
    values (${group.companyId ?? null}, ${group.ownerId}, ${group.name ?? 'Street'}, ${group.scheme ?? 'sharing'}, 'SI',
      ${JSON.stringify({ ...portal, ...group.organiser })}::jsonb,
      ${JSON.stringify(group.priceTerms ?? { kind: 'free' })}::jsonb, ${group.validFrom ?? '2026-01-01'}, now(), now())
    returning id`)
  return row!.id
}

/** A member who has joined with a location or a metering point. */
export async function insertSharingMember(
  db: Queryable,
  groupId: number,
  member: {
    name: string
    role: 'producer' | 'sender' | 'receiver' | 'both'
    locationId?: number
    deviceId?: number
    priceListId?: number
    sharedShare?: string
    validFrom?: string
    validTo?: string
  },
): Promise<number> {
  const share = member.sharedShare ?? (member.role === 'receiver' ? '0' : '1')
  const row = await db.row<{ id: number }>(sql`
    insert into sharing_member (group_id, name, location_id, abstract_device_id, price_list_id, role, shared_share, state,
      valid_from, valid_to, created_at, joined_at)
    values (${groupId}, ${member.name}, ${member.locationId ?? null}, ${member.deviceId ?? null},
      ${member.priceListId ?? null}, ${member.role}, ${share}, ${member.validTo ? 'left' : 'active'},
      ${member.validFrom ?? '2026-01-01'}, ${member.validTo ?? null}, now(), now())
    returning id`)
  return row!.id
}

export async function insertSharingKey(
  db: Queryable,
  groupId: number,
  key: { kind: 'byUse' | 'optimal' } | { kind: 'static'; shares: Record<string, string> },
  validFrom = '2026-01-01',
): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into sharing_key (group_id, valid_from, key, created_at)
    values (${groupId}, ${validFrom}, ${JSON.stringify(key)}::jsonb, now()) returning id`)
  return row!.id
}
