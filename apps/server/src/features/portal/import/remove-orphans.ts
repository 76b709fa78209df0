import type { Queryable } from '../../../platform/db/db.ts'
import { type AuditContext, recordAudit } from '../../audit/record-audit.ts'
import { deleteDevice, findOrphans } from '../points/device-change-queries.ts'

/** Deletes a device without any remaining token, with its readings; one that came from a file needs none. */
export async function removeOrphans(tx: Queryable, audit: AuditContext, userId: number): Promise<number[]> {
  const orphans = await findOrphans(tx, userId)
  for (const { id, eimm } of orphans) {
    await deleteDevice(tx, id)
    await recordAudit(tx, audit, { action: 'abstract_device_removed', userId, before: { id, eimm } })
  }
  return orphans.map(({ id }) => id)
}
