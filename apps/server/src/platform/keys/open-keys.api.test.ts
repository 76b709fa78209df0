import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openTestDb } from '../../testing/test-db.ts'
import { insertUser } from '../../testing/test-world.ts'
import { sql } from '../db/sql.ts'
import { KeyError, openKeys } from './open-keys.ts'
import { createSecretBox } from './secret-box.ts'

const one = Buffer.alloc(32, 1)
const two = Buffer.alloc(32, 2)
const idOf = (key: Uint8Array) => createSecretBox(key).keyId
let database: Awaited<ReturnType<typeof openTestDb>>
let userId: number

beforeAll(async () => {
  database = await openTestDb()
  userId = await insertUser(database.db, 'ana@test.si', 'ROLE_USER_BASIC')
})
afterAll(() => database.close())
afterEach(() => database.db.script('delete from sealing_key; delete from totp'))

const open = (
  secretKey: Uint8Array | null,
  secretKeyOld: Uint8Array[] = [],
  directory: string | null = null,
) => openKeys(database.db, { secretKey, secretKeyOld, directory })
const kept = async () =>
  (await database.db.rows<{ id: string }>(sql`select id from sealing_key`)).map(({ id }) => id).sort()
const insertTotp = (secret: Uint8Array) =>
  database.db.run(
    sql`insert into totp (user_id, secret, enabled_at, last_step) values (${userId}, ${secret}, now(), 0)`,
  )

describe('a database', () => {
  test('takes the first key it is given, and from then on no other', async () => {
    await open(one)
    await open(one)
    expect(await kept()).toEqual([idOf(one)])
    const refused = open(two)
    await expect(refused).rejects.toThrow(KeyError)
    await expect(refused).rejects.toThrow(
      new RegExp(`^SECRET_KEY is not the key of this database: .*${idOf(one)}.*${idOf(two)}[^\\n]*$`),
    )
    expect(await kept()).toEqual([idOf(one)])
  })

  test('takes a new key beside the former one, and then needs both', async () => {
    await open(one)
    await open(two, [one])
    expect(await kept()).toEqual([idOf(one), idOf(two)].sort())
    await expect(open(two)).rejects.toThrow(KeyError)
    await expect(open(one)).rejects.toThrow(KeyError)
    await open(one, [two])
  })

  test('from before key ids refuses a key that opens none of its values', async () => {
    await insertTotp(createSecretBox(one).seal(Buffer.from('secret'), 'totp', userId))
    await expect(open(two)).rejects.toThrow(/^SECRET_KEY is not the key of this database[^\n]*$/)
    expect(await kept()).toEqual([])
    await open(one)
    expect(await kept()).toEqual([idOf(one)])
  })

  test('accepts one of several servers with different keys, never two', async () => {
    const tries = await Promise.allSettled([one, two, Buffer.alloc(32, 3)].map((key) => open(key)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await kept()).toHaveLength(1)
  })
})

describe('without a key in the settings', () => {
  function folder(): string {
    const path = mkdtempSync(join(tmpdir(), 'ohmstead-key-'))
    onTestFinished(() => rmSync(path, { recursive: true, force: true }))
    return path
  }

  test('creates its own key in a file that only its user can read', async () => {
    const directory = folder()
    const boxes = await Promise.all([open(null, [], directory), open(null, [], directory)])
    expect(boxes[0]!.keyId).toBe(boxes[1]!.keyId)
    const path = join(directory, 'secret.key')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(idOf(readFileSync(path))).toBe(boxes[0]!.keyId)
  })

  test('creates no other key if the file is gone', async () => {
    const directory = folder()
    await open(one)
    const refused = open(null, [], directory)
    await expect(refused).rejects.toThrow(
      /^The key of this database is missing: put .*secret\.key back[^\n]*$/,
    )
    expect(existsSync(join(directory, 'secret.key'))).toBe(false)
    await database.db.run(sql`delete from sealing_key`)
    await insertTotp(createSecretBox(one).seal(Buffer.from('secret'), 'totp', userId))
    await expect(open(null, [], directory)).rejects.toThrow(KeyError)
  })

  test('refuses a file that is no key, and a place where none can be stored', async () => {
    const directory = folder()
    writeFileSync(join(directory, 'secret.key'), 'short')
    await expect(open(null, [], directory)).rejects.toThrow(/is not a key/)
    const file = join(directory, 'secret.key')
    await expect(open(null, [], file)).rejects.toThrow(/is a file, not a folder/)
    chmodSync(file, 0o600)
  })
})
