import type { SoftwareImageView } from '@ohmstead/contract/updates'
import type { ControllerKind } from '@ohmstead/domain/fleet/controller-kind'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { Inspected } from './inspect-image.ts'

export const personOf = (alias: Sql): Sql =>
  sql`case when ${alias}.id is not null then json_build_object('id', ${alias}.id, 'first_name', ${alias}.first_name,
    'last_name', ${alias}.last_name) end`

export function findImages(db: Queryable, imageId: number | null = null): Promise<SoftwareImageView[]> {
  return db.rows<SoftwareImageView>(
    sql`select i.id, i.name, i.kind, i.size, i.state, i.version, i.hardware, i.signer, i.sha256, i.notes, i.created_at,
          ${personOf(sql`u`)} as by,
          (select count(*) from software_update s where s.image_id = i.id and s.state = 'installed') as installed,
          (select count(*) from software_update s where s.image_id = i.id and s.state = 'failed') as failed
        from software_image i left join app_user u on u.id = i.created_by
        where ${imageId}::int is null or i.id = ${imageId}::int
        order by i.id desc limit 200`,
  )
}

export async function insertImage(
  db: Queryable,
  image: { name: string; kind: ControllerKind; size: number; userId: number; now: number },
): Promise<number> {
  const { name, kind, size, userId, now } = image
  const row = await db.row<{ id: number }>(
    sql`insert into software_image (name, kind, size, created_by, created_at)
        values (${name}, ${kind}, ${size}, ${userId}, ${new Date(now)}) returning id`,
  )
  return row!.id
}

/** What somebody began to upload and left. */
export async function deleteLeftUploads(db: Queryable, before: number): Promise<void> {
  await db.run(sql`delete from software_image where state = 'uploading' and created_at < ${new Date(before)}`)
}

/** The size of an image whose pieces may still come; locked, so that none comes while it is checked. */
export async function lockUpload(tx: Queryable, imageId: number): Promise<number | null> {
  const row = await tx.row<{ size: number }>(
    sql`select size from software_image where id = ${imageId} and state = 'uploading' for update`,
  )
  return row?.size ?? null
}

export async function savePiece(
  tx: Queryable,
  { imageId, position, bytes }: { imageId: number; position: number; bytes: Buffer },
): Promise<void> {
  await tx.run(
    sql`insert into software_piece (image_id, position, bytes) values (${imageId}, ${position}, ${bytes})
        on conflict (image_id, position) do update set bytes = excluded.bytes`,
  )
}

export async function sumPieces(db: Queryable, imageId: number): Promise<number> {
  const row = await db.row<{ bytes: number | null }>(
    sql`select sum(octet_length(bytes))::bigint as bytes from software_piece where image_id = ${imageId}`,
  )
  return row?.bytes ?? 0
}

/** One piece, or a part of it. */
export async function findPiece(
  db: Queryable,
  imageId: number,
  position: number,
): Promise<Uint8Array | undefined> {
  const row = await db.row<{ bytes: Uint8Array }>(
    sql`select bytes from software_piece where image_id = ${imageId} and position = ${position}`,
  )
  return row?.bytes
}

/** The pieces in order, one in memory at a time. */
export async function* readPieces(
  db: Pick<Db, 'row' | 'rows' | 'run'>,
  imageId: number,
): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position++) {
    const bytes = await findPiece(db, imageId, position)
    if (!bytes) return
    yield bytes
  }
}

/** Whether it became a checked one; not if it was deleted meanwhile. */
export async function saveChecked(tx: Queryable, imageId: number, image: Inspected): Promise<boolean> {
  const { version, hardware, signer, sha1, md5, sha256 } = image
  const count = await tx.run(
    sql`update software_image set state = 'checked', version = ${version}, hardware = ${hardware}::text[],
          signer = ${signer}, sha1 = ${sha1}, md5 = ${md5}, sha256 = ${sha256}
        where id = ${imageId} and state = 'uploading'`,
  )
  return count > 0
}

export async function hasContent(db: Queryable, sha256: string): Promise<boolean> {
  return (await db.row(sql`select 1 from software_image where sha256 = ${sha256}`)) !== undefined
}

export interface ImageFacts {
  name: string
  version: string | null
  kind: ControllerKind
  state: SoftwareImageView['state']
  notes: string
}

export function lockImage(tx: Queryable, imageId: number): Promise<ImageFacts | undefined> {
  return tx.row<ImageFacts>(
    sql`select name, version, kind, state, notes from software_image where id = ${imageId} for update`,
  )
}

export async function changeImage(
  tx: Queryable,
  imageId: number,
  { state, notes }: { state: SoftwareImageView['state']; notes: string },
): Promise<void> {
  await tx.run(sql`update software_image set state = ${state}, notes = ${notes} where id = ${imageId}`)
}

export async function isImageUsed(db: Queryable, imageId: number): Promise<boolean> {
  const row = await db.row(
    sql`select 1 where exists (select from software_update where image_id = ${imageId})
          or exists (select from roll_out where image_id = ${imageId})`,
  )
  return row !== undefined
}

export async function deleteImage(tx: Queryable, imageId: number): Promise<void> {
  await tx.run(sql`delete from software_image where id = ${imageId}`)
}
