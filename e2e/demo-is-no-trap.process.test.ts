import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { sql } from '../apps/server/src/platform/db/sql.ts'
import { copyEmbeddedDatabase } from '../apps/server/src/testing/embedded-snapshot.ts'
import { createPostgresDatabase } from '../apps/server/src/testing/test-db.ts'
import { insertUser } from '../apps/server/src/testing/test-world.ts'
import { type CloudProcess, startCloudProcess } from './kit/cloud-process.ts'
import { emails, password } from './kit/people.ts'
import { runTool } from './kit/run-tool.ts'

// What a stranger could do with a demo on a machine that others reach: nothing, however it is started.

const dataDir = mkdtempSync(join(tmpdir(), 'ohmstead-trap-'))
const started: CloudProcess[] = []

async function start(env: Record<string, string> = {}): Promise<CloudProcess> {
  const server = await startCloudProcess({ DEMO_HISTORY_DAYS: '0', ...env }, { dataDir })
  started.push(server)
  return server
}

async function expectRefused(env: Record<string, string>, line: RegExp): Promise<void> {
  const server = await start(env)
  expect(await server.ended).toBe(1)
  expect(server.output().trim().split('\n')).toEqual([expect.stringMatching(line)])
}

const signInAsAdmin = (server: CloudProcess, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ data: { email: emails.admin, password } }),
  })

beforeAll(() => copyEmbeddedDatabase(dataDir))
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('the demo', () => {
  it.each([
    ['HOST', '0.0.0.0'],
    ['PUBLIC_URL', 'https://cloud.example'],
    ['TRUST_PROXY', '1'],
  ])('does not start with %s=%s, and names it in one line', (name, value) =>
    expectRefused({ DEMO: '1', [name]: value }, new RegExp(`^Wrong setting\\. ${name}: .*npm run serve`)),
  )

  it.runIf(process.env.TEST_DATABASE_URL)('never gets into a database that serves people', async () => {
    const { databaseUrl, drop } = await createPostgresDatabase(process.env.TEST_DATABASE_URL!)
    onTestFinished(drop)
    const db = await openDb({ databaseUrl, dataDir: null })
    await insertUser(db, 'ana@test.si', 'ROLE_USER_BASIC')
    await expectRefused(
      { DEMO: '1', DATABASE_URL: databaseUrl },
      /^The database of DATABASE_URL is not a demo's .*npm run serve.*leave DATABASE_URL out/,
    )
    expect(await db.rows(sql`select email from app_user`)).toEqual([{ email: 'ana@test.si' }])
    await db.close()
  })

  it('is not started by the command for production', async () => {
    const launcher = fileURLToPath(new URL('../start.mjs', import.meta.url))
    const child = spawn(process.execPath, [launcher, 'serve'], { env: { ...process.env, DEMO: '1' } })
    let output = ''
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1)
    expect(output).toMatch(/^Wrong setting\. DEMO: .*\n$/)
  })

  it('refuses requests through a proxy on its machine', async () => {
    const server = await start({ DEMO: '1' })
    await server.ready
    await expect.poll(async () => (await signInAsAdmin(server)).status).toBe(200)
    const answer = await signInAsAdmin(server, { 'x-forwarded-for': '203.0.113.9' })
    expect([answer.status, await answer.json()]).toEqual([403, { error: { code: 'demo_not_public' } }])
    expect((await fetch(server.url, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(403)
    // As a power cut would leave it.
    server.signal('SIGKILL')
    await server.ended
  })

  it('leaves a database to others only after one command has removed its people', async () => {
    await expectRefused({}, /demo's, with passwords that everybody knows.*npm run admin -- remove-demo/)
    const removed = await runTool('admin.ts', ['remove-demo'], { DATA_DIR: dataDir })
    expect(removed).toMatchObject({ code: 0, output: expect.stringMatching(/^Removed: 6 people, 7 places/) })
    expect(await runTool('admin.ts', ['remove-demo'], { DATA_DIR: dataDir })).toMatchObject({ code: 1 })
    const server = await start()
    await server.ready
    expect((await signInAsAdmin(server)).status).toBe(401)
    await server.stop()
    await expectRefused({ DEMO: '1' }, /never gets the demo's public passwords.*npm run serve/)
  })
})
