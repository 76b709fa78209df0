import { type Dirent, existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type CloudProcess, startCloudProcess } from './kit/cloud-process.ts'
import { runTool } from './kit/run-tool.ts'

// From an empty folder to the first administrator, by the page and by the command, as in docs/runbooks/production.md.

const dataDir = mkdtempSync(join(tmpdir(), 'ohmstead-first-'))
const [mail, password, later] = ['ana@test.si', 'seven green kettles', 'eight blue umbrellas']
let server: CloudProcess | undefined

async function start(): Promise<CloudProcess> {
  // The default of most systems: new files are world-readable.
  process.umask(0o022)
  server = await startCloudProcess({}, { dataDir })
  await server.ready
  await expect.poll(() => server!.output()).toContain('Ctrl-C stops everything')
  return server
}
const admin = (...args: string[]) =>
  runTool('admin.ts', args, { DATA_DIR: dataDir, PORT: String(server!.port) })
const post = (path: string, data: object) =>
  fetch(`${server!.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  })
const codeIn = (output: string) => /enter the code {2}(\S+)/.exec(output)?.[1]

afterAll(async () => {
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

it('the code in the log creates the first super admin once, and is not shown again', async () => {
  await start()
  const code = codeIn(server!.output())
  expect(code).toBeDefined()
  const request = { code, email: mail, password, password_repeat: password, locale: 'en' }
  expect((await post('/first-admin', request)).status).toBe(200)
  expect((await post('/first-admin', { ...request, email: 'eva@test.si' })).status).toBe(409)
  expect((await post('/auth/login', { email: mail, password })).status).toBe(200)
})

it('the command says what to do while a server has the embedded database', async () => {
  expect(await admin('list')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^.*stop the server.*\n$/),
  })
})

it('without a command it lists them all, also while a setting is wrong', async () => {
  expect(await runTool('admin.ts', [], { PORT: 'none' })).toMatchObject({
    code: 2,
    output: expect.stringContaining('create MAIL'),
  })
})

it('the commands report in one line that PostgreSQL does not answer', async () => {
  const away = {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    SECRET_KEY: Buffer.alloc(32).toString('base64'),
  }
  const line = { code: 1, output: expect.stringMatching(/^The database does not answer: [^\n]+\n$/) }
  expect(await runTool('admin.ts', ['list'], away)).toEqual(line)
  expect(await runTool('data.ts', ['rekey'], away)).toEqual(line)
})

it('a folder without a database has nothing to export, and none is created', async () => {
  const empty = join(dataDir, 'mistyped')
  const file = join(dataDir, 'all.data')
  expect(await runTool('data.ts', ['export', file, '--unencrypted'], { DATA_DIR: empty })).toEqual({
    code: 1,
    output: `There is no database in DATA_DIR (${empty}).\n`,
  })
  expect(await runTool('admin.ts', ['list'], { DATA_DIR: empty })).toEqual({
    code: 1,
    output: `There is no database in DATA_DIR (${empty}). Where it is another: give this command the settings of the server.\n`,
  })
  expect(existsSync(empty)).toBe(false)
})

it("without the server's settings the command warns that it would create a separate database", async () => {
  const own = join(dataDir, 'own')
  const { output } = await runTool('admin.ts', ['create', mail], { DATA_DIR: own })
  expect(output).toMatch(/^Making a database in DATA_DIR \(.*own\)\. Where the server has another/)
  expect(output).toContain('is a super admin now')
})

it('when the server is stopped, it lets the super admin back in and creates another one, without a mail server', async () => {
  await server!.stop()
  expect((await admin('list')).output).toMatch(/^ana@test\.si, signed in /)
  const { code, output } = await admin('link', mail)
  expect(code).toBe(0)
  const token = /#token=(\S+)/.exec(output)![1]
  const created = await admin('create', 'bor@test.si')
  expect(created.output).toContain('bor@test.si is a super admin now.')
  expect(await admin('create', 'nothing')).toMatchObject({
    code: 1,
    output: 'nothing is no e-mail address.\n',
  })
  expect((await admin('make-coffee')).code).toBe(2)

  await start()
  expect(codeIn(server!.output())).toBeUndefined()
  const chosen = { token, password: later, password_repeat: later }
  expect((await post('/auth/reset-password', chosen)).status).toBe(204)
  expect((await post('/auth/login', { email: mail, password })).status).toBe(401)
  expect((await post('/auth/login', { email: mail, password: later })).status).toBe(200)
})

it('every folder that server and commands have created is accessible to their own user only, and so is the key', () => {
  // The embedded database sets its own file modes, which a folder above them overrides.
  const made = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isDirectory() || entry.name === 'secret.key',
  )
  expect(made.length).toBeGreaterThan(20)
  const isOpen = ({ parentPath, name }: Dirent) => (lstatSync(join(parentPath, name)).mode & 0o077) !== 0
  expect(made.filter(isOpen).map(({ name }) => name)).toEqual([])
})
