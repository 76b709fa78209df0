import type { Queryable } from '../../../platform/db/db.ts'
import { findDevice } from '../points/abstract-device-queries.ts'
import { nothingKnown } from '../points/build-consumer-info.ts'
import { updateCsvInfo } from '../points/device-change-queries.ts'
import { type CsvAgreedPowers, mergePowerLimits } from './csv-agreed-powers.ts'

/** Stores the agreed powers from a file, unless the portal itself was asked: its register has more. */
export async function storeCsvPowers(
  tx: Queryable,
  deviceId: number,
  agreedPowers: CsvAgreedPowers,
): Promise<void> {
  const device = await findDevice(tx, deviceId)
  if (device?.source !== 'csv') return
  const known = device.portal_info ?? nothingKnown
  await updateCsvInfo(tx, deviceId, {
    ...known,
    powerLimits: mergePowerLimits(known.powerLimits, agreedPowers),
  })
}
