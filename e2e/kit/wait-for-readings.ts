import type { Page } from 'playwright'
import { expect } from 'vitest'
import { read } from './people.ts'

/** Waits until the demo's portal has delivered the readings of the person's first metering point. */
export async function waitForReadings(page: Page): Promise<void> {
  const hasReadings = async () => {
    const { devices } = await read<{ devices: { readings: { last_import_at: number | null } }[] }>(
      page.context(),
      '/abstract-devices-all',
    )
    return devices[0]?.readings.last_import_at != null
  }
  await expect.poll(hasReadings, { timeout: 180_000 }).toBe(true)
}
