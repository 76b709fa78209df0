import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { demoSharingGroups } from '../../apps/server/src/features/demo/demo-money.ts'
import { demoTokens } from '../../apps/server/src/features/demo/demo-points.ts'
import { copyEmbeddedDatabase } from '../../apps/server/src/testing/embedded-snapshot.ts'
import { calculateMigrationsKey } from '../../apps/server/src/testing/migrations-key.ts'
import { listDemoSources } from '../../tools/test-run/demo-sources.ts'
import { type CloudProcess, startCloudProcess } from './cloud-process.ts'
import { emails, password } from './people.ts'

// The data directory of a demo with its history sent and its portal imported. That takes minutes of computing, so the
// clouds of the journeys start with copies of one, which is cached until the day or its sources change.

export const demoHistoryDays = 30

const root = fileURLToPath(new URL('../../', import.meta.url))
const cache = join(root, '.cache', 'demos')
let made: Promise<string> | undefined

/** The demo with these settings, on a separate copy. */
export async function startDemoProcess(env: Record<string, string> = {}): Promise<CloudProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ohmstead-demo-'))
  cpSync(await getDemo(), dataDir, { recursive: true })
  const settings = { DEMO: '1', DEMO_HISTORY_DAYS: String(demoHistoryDays), ...env }
  const server = await startCloudProcess(settings, { dataDir })
  return {
    ...server,
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

function getDemo(): Promise<string> {
  made ??= makeUnlessThere()
  return made
}

async function makeUnlessThere(): Promise<string> {
  const folder = join(cache, calculateDemoKey())
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const unfinished = mkdtempSync(join(cache, 'unfinished-'))
  const startedAt = performance.now()
  await copyEmbeddedDatabase(unfinished)
  const server = await startCloudProcess(
    { DEMO: '1', DEMO_HISTORY_DAYS: String(demoHistoryDays) },
    { dataDir: unfinished },
  )
  try {
    await server.ready
    await waitForDemo(server.url)
  } finally {
    await server.stop()
  }
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    // Another run may have created it in the meantime.
    if (!existsSync(folder)) throw error
    rmSync(unfinished, { recursive: true })
  }
  console.log(
    `a demo of ${demoHistoryDays} days after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  )
  return folder
}

/** The portal has readings up to yesterday, whatever the machine's clock. */
function calculateDemoKey(): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Ljubljana' }).format(Date.now())
  const hash = createHash('sha256').update(`${process.versions.node} ${demoHistoryDays}`)
  hash.update(calculateMigrationsKey()).update(readFileSync(join(root, 'package-lock.json')))
  for (const name of listDemoSources(root)) hash.update(name).update(readFileSync(join(root, name)))
  return `${day}-${hash.digest('hex').slice(0, 16)}`
}

/**
 * The demo shows the progress of its history as one job per company, each import from its portal as one, and each month
 * of shared energy that it settles then.
 */
async function waitForDemo(url: string): Promise<void> {
  const imports = demoTokens.reduce((count, { user, eimms }) => count + (user ? eimms.length : 0), 0)
  const months = demoSharingGroups.reduce((count, group) => count + group.months, 0)
  let cookie = ''
  for (let tries = 0; tries < 1200; tries++) {
    cookie ||= await findCookie(url)
    const answer = (await (await fetch(`${url}/api/jobs`, { headers: { cookie } })).json()) as {
      data?: { jobs: { kind: string; state: string; error: string | null }[] }
    }
    const jobs = (answer.data?.jobs ?? []).filter(({ kind }) =>
      /^(demo_history|portal_import|sharing_settlement)$/.test(kind),
    )
    const failed = jobs.find(({ state }) => state === 'failed')
    if (failed) throw new Error(`the demo's ${failed.kind} failed: ${failed.error}`)
    const countDone = (wanted: string) =>
      jobs.filter(({ kind, state }) => kind === wanted && state === 'done').length
    const isRunning = jobs.some(({ state }) => state !== 'done')
    if (!isRunning && countDone('demo_history') > 0 && countDone('portal_import') >= imports)
      if (countDone('sharing_settlement') >= months) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('the demo was not whole after ten minutes')
}

/** Empty until the people of the demo exist, a moment after the server answers. */
async function findCookie(url: string): Promise<string> {
  const signIn = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: { email: emails.admin, password, remember: false, staySignedIn: false } }),
  })
  return signIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
