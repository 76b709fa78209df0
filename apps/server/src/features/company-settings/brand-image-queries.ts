import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, sql } from '../../platform/db/sql.ts'
import type { ImageType } from './read-image-type.ts'

export type ImageUse = 'logo' | 'favicon'

export function insertImage(
  tx: Queryable,
  image: { hash: string; type: ImageType; content: Uint8Array; now: number },
): Promise<number> {
  return tx.run(sql`
    insert into brand_image (hash, type, content, created_at)
    values (${image.hash}, ${image.type}, ${image.content}, ${new Date(image.now)}) on conflict (hash) do nothing`)
}

/** Sets an image, or none, and deletes unused ones. */
export async function setCompanyImage(
  tx: Queryable,
  companyId: number,
  use: ImageUse,
  hash: string | null,
): Promise<void> {
  await tx.run(sql`update company set ${rawSql(use)} = ${hash} where id = ${companyId}`)
  await tx.run(sql`
    delete from brand_image b where not exists (select from company where logo = b.hash or favicon = b.hash)`)
}

export function findImage(db: Queryable, hash: string, type: string) {
  return db.row<{ content: Uint8Array }>(
    sql`select content from brand_image where hash = ${hash} and type = ${type}`,
  )
}
