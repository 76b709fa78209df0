import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { testPassword } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'

// The examples of docs/api.md, as an external developer would run them.

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const run = promisify(execFile)
const guide = readFileSync(join(root, 'docs/api.md'), 'utf8')
const examples = [...guide.matchAll(/^```(sh|ts)\n(.*?)^```/gms)].map(([, language, code = '']) => ({
  language,
  code,
}))

let server: TestServer
let folder: string
let locationId: number
const email = 'program@test.si'
beforeAll(async () => {
  server = await startTestServer()
  const ownerId = await insertUser(server.db, email, 'ROLE_USER_BASIC')
  const { companyId, rootGroupId } = await insertCompany(server.db, 'Sun')
  locationId = await insertLocation(server.db, { companyId, locationGroupId: rootGroupId, ownerId })
  // Within the project, so that its packages are found.
  mkdirSync(join(root, '.cache'), { recursive: true })
  folder = mkdtempSync(join(root, '.cache', 'api-guide-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.stop()
})

const env = () => ({
  ...process.env,
  OHMSTEAD_URL: server.url,
  EMAIL: email,
  PASSWORD: testPassword,
  LOCATION: String(locationId),
})

test('the commands work against the running server', async () => {
  const commands = examples
    .filter(({ language, code }) => language === 'sh' && code.startsWith('curl'))
    .map(({ code }) => code.replaceAll('https://cloud.example', server.url))
  const { stdout } = await run('sh', ['-e', '-c', commands.join('\n')], { cwd: folder, env: env() })
  expect(stdout).toContain(`"email":"${email}"`)
  expect(stdout).toContain(`{"id":${locationId},"title":"Home","type":"location"`)
  expect(stdout).toContain(`event: latest\ndata: {"location_id":${locationId}`)
})

test('a client generated from openapi.json compiles and reads from the running server', async () => {
  const types = astToString(
    await openapiTS(await (await server.client().request('GET', '/openapi.json')).text()),
  )
  writeFileSync(join(folder, 'ohmstead.ts'), types)
  const code = examples.find(({ language }) => language === 'ts')!.code
  writeFileSync(join(folder, 'example.ts'), code)
  writeFileSync(join(folder, 'misuse.ts'), misuse)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.base.json',
      compilerOptions: { types: ['node'], lib: ['ESNext', 'DOM'], incremental: false },
      include: ['*.ts'],
    }),
  )
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const compiled = await run(process.execPath, [tsc, '-p', folder]).catch(
    (error: { stdout: string }) => error,
  )
  expect(compiled.stdout).toBe('')
  const { stdout } = await run(process.execPath, ['example.ts'], { cwd: folder, env: env() })
  expect(stdout).toBe(`${locationId} imported null Wh\n`)
})

const typesFile = './ohmstead.ts'

/** What must not compile: a wrong path, a missing field, an unknown event and an unknown answer. */
const misuse = `import createClient from 'openapi-fetch'
import type { components, operations, paths } from '${typesFile}'

const api = createClient<paths>({ baseUrl: '' })
// @ts-expect-error: no such path
void api.GET('/nowhere')
// @ts-expect-error: the password is missing
void api.POST('/auth/login', { body: { data: { email: '' } } })
// @ts-expect-error: an energy is no text
export const power: string = {} as components['schemas']['Energy']['totals']['grid_import']
type Event = operations['openLiveStream']['responses'][200]['content']['text/event-stream']
// @ts-expect-error: no such event
export const event: Event['event'] = 'nothing'
export const known: Event['event'][] = ['latest', 'alarms', 'controller', 'job', 'resync']
`
