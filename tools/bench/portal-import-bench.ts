import pino from 'pino'
import { insertDemoPoint } from '../../apps/server/src/features/demo/demo-point-queries.ts'
import { createDemoPoint } from '../../apps/server/src/features/demo/demo-points.ts'
import { startDemoPortal } from '../../apps/server/src/features/demo/demo-portal.ts'
import { createPortalClient } from '../../apps/server/src/features/portal/client/portal-client.ts'
import { insertCredential } from '../../apps/server/src/features/portal/credentials/credential-queries.ts'
import { sealToken } from '../../apps/server/src/features/portal/credentials/open-token.ts'
import { startImports } from '../../apps/server/src/features/portal/import/start-imports.ts'
import { wantWholeImport } from '../../apps/server/src/features/portal/points/add-device.ts'
import { bindCredential } from '../../apps/server/src/features/portal/points/device-change-queries.ts'
import { getReadings } from '../../apps/server/src/features/portal/readings/read-quarter-hours.ts'
import { startJobs } from '../../apps/server/src/platform/jobs/jobs.ts'
import { createSecretBox } from '../../apps/server/src/platform/keys/secret-box.ts'
import { insertUser } from '../../apps/server/src/testing/test-world.ts'
import { openBenchDatabase } from './bench-database.ts'
import { type Figure, p95 } from './figure.ts'

// Two years of a metering point in both directions: read from a portal that answers as the national one, and answered.

const now = Date.UTC(2026, 10, 21, 12)
const requests = 28
/** The portal lets five requests a second through. */
const portalSeconds = requests / 5

export async function measurePortalImport(url: string | null): Promise<Figure[]> {
  const bench = await openBenchDatabase(url, now)
  const { db } = bench
  const clock = { now: () => now }
  const log = pino({ level: 'silent' })
  const point = createDemoPoint(1, {
    kind: 'home',
    pvKw: 5,
    name: '',
    address: '',
    agreedKw: [4, 4, 4, 4, 4],
  })
  const source = await startDemoPortal({ clock, points: [point], tokens: [['token', [point.eimm]]] })
  const portal = createPortalClient({ baseUrl: source.url, perSecond: 1000 })
  const jobs = await startJobs({ db, clock, log })
  const secrets = createSecretBox(new Uint8Array(32))
  const imports = await startImports({ db, clock, log, jobs, secrets, portal })
  try {
    const userId = await insertUser(db, 'bench@test.si', 'ROLE_USER_BASIC')
    const sealed = sealToken({ secrets }, userId, 'token')
    const credentialId = (await insertCredential(db, { userId, ...sealed, now }))!
    const deviceId = await insertDemoPoint(db, { userId, eimm: point.eimm, title: '', now })
    await bindCredential(db, deviceId, credentialId)
    await wantWholeImport(db, deviceId, now)
    const start = performance.now()
    await imports.start(deviceId)
    await imports.look()
    const seconds = (performance.now() - start) / 1000
    const times: number[] = []
    for (let run = 0; run < 25; run++) {
      const from = performance.now()
      const { days } = await getReadings(db, deviceId, { fromDay: '2024-11-21', toDay: '2026-11-20' })
      if (days.length !== 730) throw new Error(`${days.length} days were imported`)
      times.push(performance.now() - from)
    }
    const readMs = p95(times)
    const readLimitMs = url ? 100 : 200
    return [
      {
        figure: `import of 730 days of a metering point, ${bench.name}`,
        value: Math.round(seconds * 100) / 100,
        unit: 's',
        limit: `≤ ${portalSeconds}`,
        peer: `${requests} requests at the portal's 5 a second: ${portalSeconds} s`,
        holds: seconds <= portalSeconds,
      },
      {
        figure: `730 days of quarter-hours read, p95, ${bench.name}`,
        value: Math.round(readMs * 10) / 10,
        unit: 'ms',
        limit: `≤ ${readLimitMs}`,
        peer: '–',
        holds: readMs <= readLimitMs,
      },
    ]
  } finally {
    await imports.close()
    await jobs.close()
    portal.close()
    await source.close()
    await bench.close()
  }
}
