import type { Page } from 'playwright'
import { launchChromium } from '../../e2e/kit/chromium.ts'
import { startDemoProcess } from '../../e2e/kit/demo-snapshot.ts'
import { signInByCall } from '../../e2e/kit/people.ts'
import { type Figure, median } from './figure.ts'

// A location with as many devices as one controller may have: its overview, and the page of its controllers, from the
// address to the moment its last device can be read. The browser has the files, as on every visit but the first.

const devices = 128
const visits = 9

export async function measureManyDevices(): Promise<Figure[]> {
  const server = await startDemoProcess()
  const browser = await launchChromium()
  try {
    await server.ready
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
    })
    await signInByCall(context, 'advanced', { locale: 'en', theme: null })
    const page = await context.newPage()
    const full = await fillLocation(page, server.url, devices)
    // What any page costs here, whatever is on it.
    const small = await fillLocation(page, server.url, 1)
    const pages = [
      {
        name: 'its controller, with every device',
        pathOf: ({ controllerId }: Filled) => `manage/oem-devices/${controllerId}`,
      },
      { name: 'its structure, with every device', pathOf: () => 'manage/structure' },
    ]
    const figures: Figure[] = []
    for (const { name, pathOf } of pages) {
      const visit = (place: Filled) =>
        measureVisit(page, `${server.url}/locations/${place.locationId}/${pathOf(place)}`, place.last)
      await visit(full)
      const times: number[] = []
      const alone: number[] = []
      for (let count = 0; count < visits; count++) {
        times.push(await visit(full))
        alone.push(await visit(small))
      }
      const [ms, aloneMs] = [Math.round(median(times)), Math.round(median(alone))]
      figures.push({
        figure: `location with ${devices} devices: ${name}`,
        value: ms,
        unit: 'ms',
        limit: '≤ 800',
        peer: `with one device ${aloneMs} ms (ratio ${(ms / aloneMs).toFixed(2)}); slowest of ${visits}: ${Math.round(Math.max(...times))} ms`,
        holds: ms <= 800,
      })
    }
    return figures
  } finally {
    await browser.close()
    await server.stop()
  }
}

const nameOf = (index: number) => `bench${String(index).padStart(3, '0')}`

async function measureVisit(page: Page, address: string, last: string): Promise<number> {
  const begin = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.getByRole('main').getByText(last, { exact: true }).first().waitFor({ state: 'attached' })
  return performance.now() - begin
}

interface Filled {
  locationId: number
  controllerId: number
  /** The name of its last device. */
  last: string
}

/** A new location whose only controller has sent a value of each device. */
async function fillLocation(page: Page, url: string, count: number): Promise<Filled> {
  const headers = { 'x-requested-with': 'ohmstead', origin: url }
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`${url}/api${path}`, { headers, data: { data } })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
    return ((await answer.json()) as { data: Record<string, never> }).data
  }
  const region = { code: 'SI', type: 'BIDDING_ZONE' }
  const place = { name: `Bench ${count}`, countryCode: 'SI', region, timezone: 'Europe/Ljubljana' }
  const { location } = (await post('/locations', place)) as unknown as { location: { id: number } }
  const issued = (await post('/controllers', { kind: 'CONTROLLER', locationId: location.id })) as unknown as {
    id: number
    settings: { http: { data_url: string; token: string } }
  }
  const { data_url: address, token } = issued.settings.http
  const values = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${nameOf(index)}/power`, index]),
  )
  const answer = await fetch(address, {
    method: 'POST',
    body: JSON.stringify({ v: 1, samples: [{ values }] }),
    headers: { authorization: `Bearer ${token}` },
  })
  if (!answer.ok) throw new Error(await answer.text())
  return { locationId: location.id, controllerId: issued.id, last: nameOf(count - 1) }
}
