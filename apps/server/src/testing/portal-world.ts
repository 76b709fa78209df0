import { vi } from 'vitest'
import { createDemoPoint, type DemoPoint } from '../features/demo/demo-points.ts'
import { type DemoPortal, startDemoPortal } from '../features/demo/demo-portal.ts'
import { sql } from '../platform/db/sql.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'
import { type TestClient, testPassword } from './test-client.ts'
import { insertUser } from './test-world.ts'

export const house: DemoPoint = createDemoPoint(1_000_001, {
  ...{ kind: 'home', pvKw: 5 },
  ...{ name: 'Hiša Novak', address: 'Glavna 1', agreedKw: [4.6, 5, 5, 5, 5] },
})
export const flat: DemoPoint = createDemoPoint(1_000_002, {
  kind: 'home',
  ...{ name: 'Stanovanje', address: 'Glavna 2', agreedKw: [0, 0, 0, 0, 0] },
})

export const houseToken = 'house-token-that-opens-the-house'
export const flatToken = 'flat0-token-that-opens-both'

/** Days of portal readings unless a test gives another number: just enough to span both clock changes. */
export const portalDays = 246

export interface PortalWorld {
  server: TestServer
  portal: DemoPortal
  /** A new person with a separate browser, in Slovenia unless a test says otherwise. */
  person(name: string, country?: string | null): Promise<TestClient>
  addToken(client: TestClient, token: string): Promise<number>
  /** Adds a point and waits until its import has ended. */
  addPoint(client: TestClient, tokenId: number, point?: DemoPoint): Promise<number>
  stop(): Promise<void>
}

/** A server with a portal that answers as the national one does. */
export async function startPortalWorld({ historyDays = portalDays } = {}): Promise<PortalWorld> {
  const time = Date.UTC(2026, 5, 1, 12)
  const clock = { time }
  const portal = await startDemoPortal({
    clock: { now: () => clock.time },
    points: [house, flat],
    tokens: [
      [houseToken, [house.eimm]],
      [flatToken, [house.eimm, flat.eimm]],
    ],
  })
  portal.historyDays = historyDays
  // Imports are polled when a test says so, not every few seconds as well.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const server = await startTestServer({ time, settings: { portalUrl: portal.url } })
  vi.useRealTimers()
  // The portal and the server share one clock, which the test moves.
  Object.defineProperty(clock, 'time', { get: () => server.clock.time })
  const addToken = async (client: TestClient, token: string) => {
    const { data } = await client.call('POST /auth/user/external-credential', { body: { token } })
    await server.deps.background.settled()
    return data.credential.id
  }
  return {
    server,
    portal,
    person: async (name, country = 'SI') => {
      const email = `${name}@test.si`
      await insertUser(server.db, email, 'ROLE_USER_BASIC')
      await server.db.run(sql`update app_user set country_code = ${country} where email = ${email}`)
      const client = server.client()
      // For weeks: the test moves the clock.
      const body = { email, password: testPassword, staySignedIn: true }
      await client.call('POST /auth/login', { body })
      return client
    },
    addToken,
    addPoint: async (client, tokenId, point = house) => {
      const { data } = await client.call('POST /abstract-device', {
        body: { eimm: point.eimm, token_id: tokenId },
      })
      await server.deps.imports.look()
      return data.addDevice.id
    },
    stop: async () => {
      await server.stop()
      await portal.close()
    },
  }
}

/** The whole database as text, to search for what must not be there. */
export async function dumpTables(server: TestServer, tables: readonly string[]): Promise<string> {
  const texts: string[] = []
  for (const table of tables) {
    const rows = await server.db.rows<{ text: string }>({
      ...sql`select 1`,
      text: `select t::text as text from ${table} t`,
    })
    texts.push(...rows.map((row) => row.text))
  }
  return texts.join('\n')
}
