import type { BrowserContext } from 'playwright'
import { expect, vi } from 'vitest'
import { read } from './people.ts'

interface Alarms {
  alarms: { OFF_GRID?: { id: number }[] }
}

/** A controller at the location sends that it lost the grid; returns the id of the alarm. */
export async function raiseAlarm(context: BrowserContext, locationId: number): Promise<number> {
  const issued = await context.request.post('/api/controllers', {
    data: { data: { kind: 'CONTROLLER', locationId } },
  })
  const { settings } = (
    (await issued.json()) as {
      data: { settings: { http: { data_url: string; token: string } } }
    }
  ).data
  const sent = await fetch(settings.http.data_url, {
    method: 'POST',
    headers: { authorization: `Bearer ${settings.http.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ v: 1, samples: [{ ts: Date.now(), values: { 'grid/grid_mode': 2 } }] }),
  })
  expect(sent.status).toBeLessThan(300)
  return await vi.waitFor(async () => {
    const { alarms } = await read<Alarms>(context, `/locations/${locationId}/alarms`)
    expect(alarms.OFF_GRID).toHaveLength(1)
    return alarms.OFF_GRID![0]!.id
  }, 30_000)
}
