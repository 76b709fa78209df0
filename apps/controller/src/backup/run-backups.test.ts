import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LinkStore, openLinkStore, type StoredAnswer } from '../link/link-store.ts'
import { automatic, type PlantControl } from '../plant/plant-control.ts'
import { buildBackup } from './backup-content.ts'
import { createBackups } from './run-backups.ts'

const serial = '7K3M-9QXD-H2TV-5RB8'
let folder: string
let configFile: string
let store: LinkStore
let answers: (StoredAnswer & { id: string })[]
let isOnline: boolean
/** What the cloud offers for a restore. */
let offered: Buffer
const cloud = createServer((_, response) => void response.end(offered)).listen(0, '127.0.0.1')
const url = () => `http://127.0.0.1:${(cloud.address() as AddressInfo).port}/once`

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'))
  configFile = join(folder, 'controller.conf')
  writeFileSync(configFile, 'URL=https://cloud.test\nPASSWORD=now\nPV=3\n')
  store = openLinkStore(join(folder, 'link.db'))
  store.writeDocument('control', automatic)
  answers = []
  isOnline = true
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true, force: true })
})

const readControl = () => store.readDocument<PlantControl>('control')!
const start = () =>
  createBackups({
    ...{ serial, store, configFile, readControl, softwareVersion: '1', linkUrl: 'mqtt://cloud.test' },
    applySettings: (settings) => store.writeDocument('control', { ...readControl(), ...settings }),
    onRestored: () => {},
    isOnline: () => isOnline,
    answer: (id, answer) => void answers.push({ id, ...answer }),
    log: () => {},
  })

/** One of other settings and options, made when its password was another. */
const made = (of = serial) =>
  buildBackup(
    { serial: of, softwareVersion: '1', rev: 1 },
    { ...automatic, evMode: 'solar', socMin: 0.2 },
    'URL=https://old.test\nPASSWORD=old\nPV=9\nBATTERY=5\n',
  )

async function restore(bytes: Buffer, more: Record<string, unknown> = {}) {
  offered = bytes
  const args = {
    url: url(),
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...more,
  }
  start().handle({ v: 1, id: 'r', ts: 0, exp: 1, op: 'backup.restore', args })
  await vi.waitUntil(() => answers.length === 2 && store.readDocument('restoring') === null)
  return answers[1]!
}

test('restores settings and options, and keeps its way to the cloud', async () => {
  expect(await restore(made())).toMatchObject({ id: 'r', state: 'done', result: { rev: 2 } })
  expect(answers[0]).toMatchObject({ state: 'accepted' })
  expect(readControl()).toMatchObject({ evMode: 'solar', socMin: 0.2 })
  expect(readFileSync(configFile, 'utf8')).toBe('URL=https://cloud.test\nPASSWORD=now\nPV=9\nBATTERY=5\n')
  expect(readFileSync(`${configFile}.before`, 'utf8')).toContain('PV=3')
  expect(made().toString()).not.toMatch(/old/)
})

test.each([
  ['a picture', () => Buffer.from('PNG'), {}, /no backup/],
  ['a backup of another controller', () => made('AAAA-BBBB-CCCC-DDDD'), {}, /another controller/],
  ['settings out of range', () => Buffer.from(made().toString().replace('0.2', '200')), {}, /range/],
  ['a newer form', () => Buffer.from(made().toString().replace('"v":1', '"v":2')), {}, /newer/],
  ['another content than announced', made, { sha256: '0'.repeat(64) }, /announced/],
  ['more than announced', made, { size: 10 }, /announced/],
  ['an address without TLS under a link with it', made, { url: 'ftp://a.test' }, /TLS/],
  ['a configuration that has changed since', made, { rev: 7 }, /changed/],
])('changes nothing for %s', async (_, file, more, reason) => {
  const before = [readControl(), readFileSync(configFile, 'utf8')]
  expect(await restore(file(), more)).toMatchObject({ state: 'failed', text: expect.stringMatching(reason) })
  expect([readControl(), readFileSync(configFile, 'utf8')]).toEqual(before)
})

test('a backup for a replacement is taken when the cloud says whose it was', async () => {
  const from = 'AAAA-BBBB-CCCC-DDDD'
  expect(await restore(made(from), { from })).toMatchObject({ state: 'done' })
})

test('what was killed before its commit has changed nothing, what was killed after it is finished', () => {
  store.writeDocument('restoring', { id: 'x', stage: 'begun', config: null })
  start().finishLeft()
  expect(answers).toMatchObject([{ id: 'x', state: 'failed', code: 'interrupted' }])
  expect(readFileSync(configFile, 'utf8')).toContain('PV=3')

  store.writeDocument('restoring', { id: 'y', stage: 'stored', config: 'PV=8\n' })
  isOnline = false
  start().finishLeft()
  expect(readFileSync(configFile, 'utf8')).toBe('PV=8\n')
  expect(answers).toHaveLength(1)
  isOnline = true
  start().finishLeft()
  expect(answers[1]).toMatchObject({ id: 'y', state: 'done' })
  expect(store.readDocument('restoring')).toBeNull()
})

test('options that cannot be replaced leave the settings as they were', () => {
  store.writeDocument('controlBefore', automatic)
  store.writeDocument('control', { ...automatic, evMode: 'solar' })
  store.writeDocument('restoring', { id: 'z', stage: 'stored', config: 'PV=8\n' })
  rmSync(configFile)
  start().finishLeft()
  expect(answers).toMatchObject([{ id: 'z', state: 'failed' }])
  expect(readControl().evMode).toBe('fast')
})
