import type { Deps } from '../../../deps.ts'
import { wantWholeImport } from '../points/add-device.ts'
import { findStoppedByToken } from './portal-import-queries.ts'

/** A token is valid again: resumes imports of its points that ended for lack of one. */
export async function resumeImports(
  { db, clock, imports }: Pick<Deps, 'db' | 'clock' | 'imports'>,
  credentialId: number,
): Promise<void> {
  const now = clock.now()
  for (const deviceId of await findStoppedByToken(db, credentialId)) {
    await db.transaction((tx) => wantWholeImport(tx, deviceId, now))
    await imports.start(deviceId)
  }
}
