import type { ChargingRecord } from '@ohmstead/adapters/charging-record'
import { boundCharging, saveCharging } from '../../charging/charging-queries.ts'
import { isTransient } from '../is-transient.ts'
import type { LinkContext } from '../link-context.ts'

/** Keeps charging sessions, also when the database is away for a while; false if the link was closed meanwhile. */
export async function keepCharging(
  context: Pick<LinkContext, 'db' | 'cache' | 'pause' | 'isClosing'>,
  serial: string,
  records: readonly ChargingRecord[],
): Promise<boolean> {
  for (let pause = 100; ; pause = Math.min(pause * 2, 3000)) {
    if (context.isClosing()) return false
    try {
      const controller = (await context.cache.get([serial])).get(serial)
      const locationId = controller?.locationId ?? null
      // Of a controller without a location nothing is stored yet.
      if (!controller || locationId === null) return true
      await context.db.transaction(async (tx) => {
        for (const record of records) await saveCharging(tx, { id: controller.id, locationId }, record)
        await boundCharging(tx, controller.id)
      })
      return true
    } catch (error) {
      if (!isTransient(error)) throw error
      await context.pause(pause)
    }
  }
}
