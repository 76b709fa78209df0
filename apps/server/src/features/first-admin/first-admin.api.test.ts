import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { testPassword } from '../../testing/test-client.ts'
import { insertUser } from '../../testing/test-world.ts'
import { makeSuperAdmin } from './make-super-admin.ts'
import { issueSetupCode } from './setup-code.ts'
import { deleteSetupCodes } from './setup-code-queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const password = 'seven green kettles'
const become = (code: string, email = 'ana@test.si', client = server.client()) =>
  client.call('POST /first-admin', {
    body: { code, email, password, password_repeat: password, locale: 'sl' },
  })
const needsFirstAdmin = async () => (await server.client().call('GET /site/info')).data.needsFirstAdmin
const wrong = '0000-0000-0000-0000'

describe('the first super admin', () => {
  test('is offered while there is none; the code is stored as a hash only', async () => {
    expect(await needsFirstAdmin()).toBe(true)
    expect(server.setupCode).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    const kept = await server.db.rows(sql`select value::text as text from setting`)
    expect(JSON.stringify(kept)).not.toContain(server.setupCode)
  })

  test('is not created with another code, nor with any after five attempts', async () => {
    const codes = [
      wrong,
      '',
      server.setupCode!.slice(0, -1),
      'x'.repeat(200),
      wrong,
      wrong,
      server.setupCode!,
    ]
    const answers: unknown[] = []
    for (const code of codes) answers.push((await become(code)).error?.code)
    expect(answers).toEqual([
      'setup_code_wrong',
      'invalid_request',
      'setup_code_wrong',
      'setup_code_wrong',
      'setup_code_wrong',
      'setup_code_wrong',
      'too_many_attempts',
    ])
    server.clock.time += 3_600_000
  })

  test('does not take over the account of somebody who has confirmed the address', async () => {
    await insertUser(server.db, 'taken@test.si', 'ROLE_USER_BASIC')
    expect((await become(server.setupCode!, 'taken@test.si')).error?.code).toBe('address_has_account')
    const client = server.client()
    await client.signIn('taken@test.si', testPassword)
    expect((await client.call('GET /auth/user')).data.user.role).toBe('ROLE_USER_BASIC')
  })

  test('is one of two who come at once, is signed in, and prevents another', async () => {
    const second = await issueSetupCode(server.db, server.clock.time)
    const [ana, bor] = [server.client(), server.client()]
    const outcomes = await Promise.all([
      become(server.setupCode!.toLowerCase().replaceAll('-', ' '), 'ana@test.si', ana),
      become(second!, 'bor@test.si', bor),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = outcomes[0]!.status === 200 ? ana : bor
    expect((await winner.call('GET /auth/user')).data.user).toMatchObject({
      role: 'ROLE_SUPER_ADMIN',
      locale: 'sl',
    })
    expect(await server.db.rows(sql`select 1 from user_role where role = 'ROLE_SUPER_ADMIN'`)).toHaveLength(1)
    expect((await become(second!, 'eva@test.si')).error?.code).toBe('setup_closed')
    expect(await needsFirstAdmin()).toBe(false)
    expect(await server.db.row(sql`select 1 from setting where key = 'setup_codes'`)).toBeUndefined()
    expect(await issueSetupCode(server.db, server.clock.time)).toBeNull()
    const audit = await server.db.rows(
      sql`select action from audit_log where action in ('role_changed', 'user_registered')`,
    )
    expect(audit).toHaveLength(2)
  })
})

test('a code ends after a week, and only the newest twenty are good', async () => {
  const other = await startTestServer()
  try {
    const { db, clock, setupCode } = other
    const send = (code: string) =>
      other.client().call('POST /first-admin', {
        body: { code, email: 'ana@test.si', password, password_repeat: password, locale: 'en' },
      })
    clock.time += 7 * 86_400_000
    expect((await send(setupCode!)).error?.code).toBe('setup_code_wrong')
    const codes: string[] = []
    for (let index = 0; index < 21; index++) codes.push((await issueSetupCode(db, clock.time))!)
    expect((await send(codes[0]!)).error?.code).toBe('setup_code_wrong')
    expect((await send(codes[1]!)).status).toBe(200)
  } finally {
    await other.stop()
  }
})

test('whoever comes a moment after the first is told that, and not that their code is wrong', async () => {
  let another: Promise<unknown> | null = null
  let isSoon = false
  const other = await startTestServer({
    note: ({ text }) => {
      if (!isSoon || !text.includes("where key = 'setup_codes'")) return
      isSoon = false
      another = other.db.transaction(async (tx) => {
        await makeSuperAdmin(tx, { actor: null, address: null, at: other.clock.time }, 'bor@test.si')
        await deleteSetupCodes(tx)
      })
    },
  })
  try {
    isSoon = true
    expect((await become(other.setupCode!, 'ana@test.si', other.client())).error?.code).toBe('setup_closed')
    expect(another).not.toBeNull()
    await another
  } finally {
    await other.stop()
  }
})
