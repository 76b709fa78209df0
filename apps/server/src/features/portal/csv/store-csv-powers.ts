import type { Queryable } from '../../../platform/db/db.ts'
import { findDevice } from '../points/abstract-device-queries.ts'
import { nothingKnown } from '../points/build-consumer-info.ts'
import { updateCsvInfo } from '../points/device-change-queries.ts'
import { type CsvAgreedPowers, mergePowerLimits } from './csv-agreed-powers.ts'

/** Keeps the agreed powers that a file names, unless the portal itself was asked: its register says more. */
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
