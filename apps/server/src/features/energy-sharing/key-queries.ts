import type { SharingKey } from '@ohmstead/domain/sharing/sharing-terms'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface KeyRow {
  id: number
  valid_from: string
  key: SharingKey
  created_at: number
  /** The newest of its day. */
  is_current: boolean
}

/** All keys of a group, the newest day first. */
export function findKeys(db: Queryable, groupId: number): Promise<KeyRow[]> {
  return db.rows<KeyRow>(sql`
    select id, valid_from, key, created_at,
      id = max(id) over (partition by valid_from) as is_current
    from sharing_key where group_id = ${groupId} order by valid_from desc, id desc`)
}

export async function insertKey(
  tx: Queryable,
  groupId: number,
  { validFrom, key, createdBy, now }: { validFrom: string; key: SharingKey; createdBy: number; now: number },
): Promise<number> {
  const row = await tx.row<{ id: number }>(sql`
    insert into sharing_key (group_id, valid_from, key, created_by, created_at)
    values (${groupId}, ${validFrom}, ${JSON.stringify(key)}::jsonb, ${createdBy}, ${new Date(now)})
    returning id`)
  return row!.id
}
