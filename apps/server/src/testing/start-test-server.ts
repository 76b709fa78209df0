import type { Db } from '../platform/db/db.ts'
import type { Sql } from '../platform/db/sql.ts'
import type { Settings } from '../settings.ts'
import { type RunningServer, startServer } from '../start-server.ts'
import { recordStatements } from './record-statements.ts'
import { createTestClient, type TestClient } from './test-client.ts'
import { openTestDb } from './test-db.ts'
import { testNow, testSettings } from './test-settings.ts'

export interface TestServer extends RunningServer {
  url: string
  db: Db
  /** The server's clock; a test moves it. */
  clock: { time: number }
  /** Its log lines, for a test that sets a `logLevel`. */
  logged: Record<string, unknown>[]
  /** A separate browser: keeps its cookies. */
  client(): TestClient
}

/**
 * The whole server with its own database: embedded in memory, or on the PostgreSQL of `TEST_DATABASE_URL`.
 * Its clock stands still at `time`; `note` is told of its statements.
 */
export async function startTestServer(
  options: { time?: number; settings?: Partial<Settings>; note?: (statement: Sql) => void } = {},
): Promise<TestServer> {
  const opened = await openTestDb('server')
  const clock = { time: options.time ?? testNow }
  const logged: Record<string, unknown>[] = []
  const settings = testSettings({ ...options.settings, databaseUrl: opened.databaseUrl })
  const server = await startServer(settings, {
    clock: { now: () => clock.time },
    db: options.note ? recordStatements(opened.db, options.note) : opened.db,
    portal: { perSecond: 1000, firstWaitMs: 1 },
    logTo: { write: (line) => void logged.push(JSON.parse(line)) },
  })
  const url = `http://127.0.0.1:${server.httpPort}`
  return {
    ...server,
    url,
    db: server.deps.db,
    clock,
    logged,
    client: () => createTestClient(url),
    stop: async () => {
      await server.stop()
      await opened.close()
    },
  }
}
