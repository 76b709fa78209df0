import { gzipSync } from 'node:zlib'
import type { Db } from '../../../platform/db/db.ts'
import type { PortalPlace } from '../client/ask-portal.ts'
import { findDevice } from '../points/abstract-device-queries.ts'
import { updatePortalInfo } from '../points/device-change-queries.ts'
import { insertAnswer } from '../readings/quarter-hour-queries.ts'

/** Stores the portal's current data of a metering place, and its answer if it is new. */
export async function storePlace(db: Db, deviceId: number, place: PortalPlace, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    const device = await findDevice(tx, deviceId)
    if (!device || isSame(device.portal_info, place.info)) return
    await updatePortalInfo(tx, deviceId, place)
    await insertAnswer(tx, { deviceId, source: 'place', now, content: gzipSync(place.raw) })
  })
}

/** The database orders the fields of an object by itself. */
function isSame(a: object | null, b: object | null): boolean {
  const sorted = (value: object | null) =>
    JSON.stringify(value, (_, part: unknown) =>
      part !== null && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
        : part,
    )
  return sorted(a) === sorted(b)
}
