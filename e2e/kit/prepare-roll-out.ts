import { createHash, randomBytes } from 'node:crypto'
import {
  createTestController,
  createTestLocation,
  type TestController,
} from '../../apps/server/src/features/link/link-test-kit.ts'
import { openEmbeddedDb } from '../../apps/server/src/platform/db/embedded-db.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'

const pieceBytes = 1_048_576
/** More than what is on its way can hold. */
const pieces = 16

/** A roll-out to two controllers, one after the other, in a database that no server has yet. */
export async function prepareRollOut(
  dataDir: string,
): Promise<{ sha256: string; controllers: [TestController, TestController] }> {
  const db = await openEmbeddedDb(dataDir)
  const content = Buffer.concat(Array.from({ length: pieces }, () => randomBytes(pieceBytes)))
  const sha256 = createHash('sha256').update(content).digest('hex')
  const image = await db.row<{ id: number }>(
    sql`insert into software_image (name, kind, size, state, version, sha1, md5, sha256, created_at)
        values ('c.swu', 'CONTROLLER', ${content.length}, 'checked', '2.0.0', '1', '1', ${sha256}, now()) returning id`,
  )
  for (let position = 0; position < pieces; position++) {
    const bytes = content.subarray(position * pieceBytes, (position + 1) * pieceBytes)
    await db.run(
      sql`insert into software_piece (image_id, position, bytes) values (${image!.id}, ${position}, ${bytes})`,
    )
  }
  const rollOut = await db.row<{ id: number }>(
    sql`insert into roll_out (name, image_id, filter, stages, stop_failures, stop_share, created_at, changed_at)
        values ('June', ${image!.id}, '{}', '{1,2}', 3, 20, now(), now()) returning id`,
  )
  const locationId = await createTestLocation(db)
  const controllers: TestController[] = []
  for (const position of [0, 1]) {
    const controller = await createTestController(db, locationId)
    controllers.push(controller)
    await db.run(
      sql`insert into software_update (controller_id, image_id, roll_out_id, position, state, created_at)
          values (${controller.id}, ${image!.id}, ${rollOut!.id}, ${position}, 'waiting', now())`,
    )
  }
  await db.close()
  return { sha256, controllers: controllers as [TestController, TestController] }
}
