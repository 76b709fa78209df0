import { createSession } from '../../apps/server/src/features/auth/session.ts'
import type { TestController } from '../../apps/server/src/features/link/link-test-kit.ts'
import { createDevice } from '../../apps/server/src/features/updates/update-test-kit.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { findFreePort } from '../test-run/free-port.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { createFleet } from './create-fleet.ts'
import type { Figure } from './figure.ts'
import { readCpuSeconds } from './process-cpu.ts'

// A roll-out in stages to 1,000 connected controllers: each polls as often as it is told, fetches an image of 1 MB, reports, and is
// back. Their sessions are only said to be there, so that the update alone is measured.

const controllers = 1000
const limitSeconds = 300
const imageBytes = 1_000_000
/** As long as a restart takes. */
const restartMs = 2_000

export async function measureRollOut(url: string | null): Promise<Figure[]> {
  if (!url) return []
  const bench = await openBenchDatabase(url, Date.now())
  const port = await findFreePort()
  try {
    const fleet = await createFleet(bench.db, controllers)
    const rollOut = await prepare(bench)
    const server = await startServerProcess({ DATABASE_URL: bench.url!, PORT: String(port), MQTT_PORT: '0' })
    try {
      return [await measure(bench, fleet, { ...rollOut, url: `http://127.0.0.1:${port}`, pid: server.pid })]
    } finally {
      await server.stop()
    }
  } finally {
    await bench.close()
  }
}

async function measure(
  { db }: BenchDatabase,
  fleet: readonly TestController[],
  { cookie, imageId, url, pid }: { cookie: string; imageId: number; url: string; pid: number },
): Promise<Figure> {
  const cpuBefore = readCpuSeconds(pid)
  const begin = performance.now()
  const started = await fetch(`${url}/api/roll-outs`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'x-requested-with': 'ohmstead', origin: url },
    body: JSON.stringify({
      data: {
        ...{ name: 'Bench', imageId },
        stages: [{ count: 1 }, { percent: 10 }, { percent: 50 }, { percent: 100 }],
      },
    }),
  })
  if (!started.ok) throw new Error(`the roll-out was refused with ${started.status} ${await started.text()}`)
  const polls = await Promise.all(fleet.map((controller) => update(db, url, controller)))
  let state = 'running'
  while (state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 500))
    state = (await db.row<{ state: string }>(sql`select state from roll_out`))!.state
    if (performance.now() - begin > 2 * limitSeconds * 1000) throw new Error('the roll-out does not end')
  }
  const seconds = (performance.now() - begin) / 1000
  const row = await db.row<{ installed: number }>(
    sql`select count(*) as installed from software_update where state = 'installed'`,
  )
  const isComplete = state === 'done' && row!.installed === controllers
  const cpu = readCpuSeconds(pid) - cpuBefore
  return {
    figure: `roll-out of 1 MB to ${controllers.toLocaleString('en')} controllers in four stages, until all have it, postgres`,
    value: Math.round(seconds),
    unit: 's',
    limit: `≤ ${limitSeconds}`,
    peer: `${row!.installed} installed, ${polls.reduce((sum, count) => sum + count, 0)} polls; ${cpu.toFixed(1)} s of the server’s processor`,
    holds: isComplete && seconds <= limitSeconds,
  }
}

/** One controller from its first poll until it is back; how often it has polled. The hint over the link is left out. */
async function update(db: BenchDatabase['db'], url: string, controller: TestController): Promise<number> {
  const device = createDevice({ url }, controller)
  // Those that were switched on at different times poll at different times.
  await wait(Math.random() * 20_000)
  for (let polls = 1; ; polls++) {
    const { sleep, links } = await device.poll()
    const href = links.deploymentBase?.href
    if (href === undefined) {
      const [, minutes, seconds] = sleep.split(':').map(Number)
      await wait((minutes! * 60 + seconds!) * 1000)
      continue
    }
    const { deployment } = (await (await device.ask(href)).json()) as {
      deployment: { chunks: { artifacts: { _links: { download: { href: string } } }[] }[] }
    }
    const actionId = href.split('/').at(-1)!
    await device.report(actionId, 'proceeding', 'none', ['Downloading'])
    const file = await device.ask(deployment.chunks[0]!.artifacts[0]!._links.download.href)
    const { byteLength } = await file.arrayBuffer()
    if (byteLength !== imageBytes) throw new Error(`${byteLength} bytes arrived`)
    await wait(restartMs)
    await device.report(actionId, 'closed', 'success', ['Runs'])
    await db.run(
      sql`update controller set online = true, online_changed_at = now(), last_seen_at = now() + interval '1 second'
          where id = ${controller.id}`,
    )
    return polls
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** An administrator, an image that was checked, and controllers that are connected. */
async function prepare({ db }: BenchDatabase): Promise<{ cookie: string; imageId: number }> {
  const user = await db.row<{ id: number }>(
    sql`insert into app_user (email, first_name, last_name, email_verified_at)
        values ('admin@fleet.test', 'Gregor', 'Novak', now()) returning id`,
  )
  await db.run(sql`insert into user_role (user_id, role) values (${user!.id}, 'ROLE_SUPER_ADMIN')`)
  const image = await db.row<{ id: number }>(
    sql`insert into software_image (name, kind, size, state, version, sha1, md5, sha256, created_at)
        values ('bench.swu', 'CONTROLLER', ${imageBytes}, 'checked', '2.0.0', '1', '1', '1', now()) returning id`,
  )
  await db.run(
    sql`insert into software_piece (image_id, position, bytes) values (${image!.id}, 0, ${Buffer.alloc(imageBytes, 'bench')})`,
  )
  await db.run(
    sql`update controller set online = true, last_seen_at = now(), online_changed_at = now(),
          info = '{"features": ["update"], "softwareVersion": "1.0.0"}'`,
  )
  const session = {
    userId: user!.id,
    staySignedIn: true,
    userAgent: null,
    address: '127.0.0.1',
    now: Date.now(),
  }
  return { cookie: `ohmstead=${await createSession(db, session)}`, imageId: image!.id }
}
