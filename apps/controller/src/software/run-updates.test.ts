import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeSigner, makeSoftware } from '../../../server/src/testing/make-software.ts'
import { parseSleep } from './ddi-client.ts'
import { type RunningUpdates, startUpdates } from './run-updates.ts'
import { createState, readState, type SoftwareState, versionFolder, writeState } from './software-state.ts'

const signer = makeSigner()
const program = { name: 'controller.js', content: Buffer.alloc(300_000, 'program ') }
const image = makeSoftware(signer, { version: '2.0.0', files: [program] })
const sha256 = createHash('sha256').update(image).digest('hex')

/** A cloud that offers action 7, or what a test makes of it. */
const cloud = {
  offers: 'deploymentBase' as 'deploymentBase' | 'cancelAction' | null,
  content: image,
  breaksOff: false,
  isWithdrawn: false,
  ranges: [] as (string | null)[],
  told: [] as string[],
}
const server = createServer((request, response) => void answer(request, response))
let base = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ddi`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
  signer.remove()
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url!
  const own = `${base}/ohmstead/controller/v1/S`
  const send = (body: object) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  if (request.headers.authorization !== 'TargetToken secret') response.writeHead(401).end()
  else if (url.endsWith('/feedback')) {
    const { status } = JSON.parse((await request.toArray()).join(''))
    cloud.told.push(
      `${url.split('/').at(-2)} ${status.execution} ${status.result.finished} ${status.details}`,
    )
    response.end()
  } else if (url.endsWith('/deploymentBase/7')) {
    const hashes = { sha256 }
    const artifact = {
      filename: 'a.swu',
      size: image.length,
      hashes,
      _links: { download: { href: `${own}/file` } },
    }
    if (cloud.isWithdrawn && cloud.ranges.length > 0) response.writeHead(404).end()
    else send({ id: '7', deployment: { chunks: [{ version: '2.0.0', artifacts: [artifact] }] } })
  } else if (url.endsWith('/file')) {
    const { range } = request.headers
    cloud.ranges.push(range ?? null)
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
    if (range)
      response.writeHead(206, { 'content-range': `bytes ${from}-${image.length - 1}/${image.length}` })
    if (!cloud.breaksOff) response.end(cloud.content.subarray(from))
    else {
      response.write(cloud.content.subarray(from, from + 100_000))
      const hasArrived = () => readdirSync(folder).some((name) => statSync(join(folder, name)).size > from)
      await expect.poll(hasArrived, { timeout: 5_000, interval: 10 }).toBe(true)
      response.destroy()
    }
  } else {
    const href = { href: `${own}/${cloud.offers}/7` }
    send({ config: { polling: { sleep: '00:00:01' } }, _links: cloud.offers ? { [cloud.offers]: href } : {} })
  }
}

let folder: string
let updates: RunningUpdates | null = null
let restarts = 0
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-updates-'))
  restarts = 0
  Object.assign(cloud, {
    ...{
      offers: 'deploymentBase',
      content: image,
      breaksOff: false,
      isWithdrawn: false,
      ranges: [],
      told: [],
    },
  })
})
afterEach(async () => {
  await updates?.close()
  updates = null
  rmSync(folder, { recursive: true, force: true })
})

function run(state: Partial<SoftwareState> = {}, ownVersion: string | null = null): void {
  if (Object.keys(state).length > 0) writeState(folder, { ...createState(), ...state })
  updates = startUpdates({
    ...{ address: { url: base, tenant: 'ohmstead', token: 'secret' }, serial: 'S', folder, ownVersion },
    ...{ certificateFile: signer.certificateFile, hardware: 'simulated', log: () => {} },
    restart: () => {
      restarts += 1
      void updates!.close()
    },
  })
}
const reach = (check: () => boolean) => expect.poll(check, { timeout: 10_000, interval: 20 }).toBe(true)
const trial = { actionId: '7', version: '2.0.0', starts: 0 }

test('installs beside, puts the new version on trial, and restarts; a success is not told yet', async () => {
  run()
  await reach(() => restarts === 1)
  expect(readState(folder)).toMatchObject({ current: null, trial })
  expect(readdirSync(versionFolder(folder, '2.0.0')).sort()).toEqual(['controller.js', 'package.json'])
  expect(cloud.told.filter((line) => line.includes('closed'))).toEqual([])
})

test('a download that breaks off goes on where it was, also after the program was killed', async () => {
  cloud.breaksOff = true
  run()
  await reach(() => cloud.ranges.length > 1)
  await updates!.close()
  cloud.breaksOff = false
  run()
  await reach(() => restarts === 1)
  expect(cloud.ranges.slice(0, 2)).toEqual([null, 'bytes=100000-'])
  expect(cloud.ranges.at(-1)).toMatch(/^bytes=[1-9]\d*-$/)
})

test('what a kill has left is overwritten: unpacked files, and a version that nobody has put on trial', async () => {
  for (const place of [join(folder, 'unpacked'), versionFolder(folder, '2.0.0')]) {
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'half.js'), '')
  }
  writeFileSync(join(folder, `${sha256}.part`), image)
  run()
  await reach(() => restarts === 1)
  expect(readdirSync(versionFolder(folder, '2.0.0')).sort()).toEqual(['controller.js', 'package.json'])
  expect(cloud.ranges).toEqual([])
})

test('success is told once the new version is connected, and other versions go', async () => {
  for (const version of ['1.0', '1.5', '2.0.0'])
    mkdirSync(versionFolder(folder, version), { recursive: true })
  cloud.offers = null
  run({ current: '1.5', trial: { ...trial, starts: 1 } }, '2.0.0')
  expect(cloud.told).toEqual([])
  updates!.noteOnline()
  await reach(() => readState(folder).ended?.isTold === true)
  expect(cloud.told).toEqual(['7 closed success 2.0.0 runs'])
  expect(readState(folder)).toMatchObject({ current: '2.0.0', trial: null })
  expect(readdirSync(join(folder, 'versions')).sort()).toEqual(['1.5', '2.0.0'])
})

test('what has ended is told again as long as it is offered, and not installed again', async () => {
  run({ ended: { actionId: '7', isSuccess: false, detail: 'it was broken', isTold: true } })
  await reach(() => cloud.told.length >= 2)
  expect(cloud.told[1]).toBe('7 closed failure it was broken')
  expect(cloud.ranges).toEqual([])
})

test('a file that is not what was announced is fetched once more, then refused', async () => {
  cloud.content = Buffer.from(image)
  cloud.content[image.length - 700] = 0x58
  run()
  await reach(() => cloud.told.some((line) => line.includes('closed')))
  expect(cloud.told.at(-1)).toBe('7 closed failure what arrived is not what was announced')
  expect(cloud.ranges).toEqual([null, null])
  expect(restarts).toBe(0)
})

test('an update that is withdrawn while it is fetched is not installed; a cancellation is answered', async () => {
  cloud.isWithdrawn = true
  run()
  await reach(() => existsSync(join(folder, 'unpacked', 'package.json')))
  cloud.offers = 'cancelAction'
  await reach(() => cloud.told.some((line) => line.startsWith('7 closed success Not begun again')))
  expect(readState(folder).trial).toBeNull()
  expect(restarts).toBe(0)
  expect(readdirSync(folder)).toEqual([])
})

test('reads how long to wait', () => {
  expect(parseSleep('00:05:00')).toBe(300_000)
  expect(parseSleep('00:00:00')).toBe(1000)
  expect(['', '5 min', undefined].map(parseSleep)).toEqual([null, null, null])
})
