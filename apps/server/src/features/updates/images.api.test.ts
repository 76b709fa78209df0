import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { describeSoftware, makeSigner, makeSoftware, packArchive, sign } from '../../testing/make-software.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertUser } from '../../testing/test-world.ts'
import { putPiece, uploadSoftware } from './update-test-kit.ts'

const signer = makeSigner()
const stranger = makeSigner('Stranger')
const payload = { name: 'program.bin', content: Buffer.from('a program') }
let server: TestServer
let admin: TestClient

beforeAll(async () => {
  const softwareCertificates = [new X509Certificate(signer.certificate)]
  server = await startTestServer({
    time: Date.now(),
    settings: { softwareCertificates, softwareMaxBytes: 4_000_000 },
  })
  await insertUser(server.db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  admin = server.client()
  await admin.signIn('admin@test.si')
})
afterAll(async () => {
  await server.stop()
  signer.remove()
  stranger.remove()
})

const upload = (content: Buffer) => uploadSoftware(admin, server.url, content)
const listImages = async () => (await admin.call('GET /software-images')).data.images

test('a signed image of several pieces is taken with what its description says', async () => {
  const large = { name: 'large.bin', content: Buffer.alloc(2_500_000, 'x') }
  const image = makeSoftware(signer, { version: '1.2.3', files: [payload, large], hardware: ['1.0', '1.1'] })
  const { image: taken, refusal } = await upload(image)
  expect(refusal).toBeNull()
  expect(taken).toMatchObject({
    state: 'checked',
    version: '1.2.3',
    hardware: ['1.0', '1.1'],
    size: image.length,
  })
  expect(taken!.signer).toBe('CN=Test signer')
  expect((await upload(image)).refusal).toBe('already_here')
  expect(await listImages()).toHaveLength(1)
})

const good = (version: string) => Buffer.from(describeSoftware(version, [payload]))
const signed = (description: Buffer) => [
  { name: 'sw-description', content: description },
  { name: 'sw-description.sig', content: sign(description, signer) },
]
const refused: [title: string, refusal: string, make: () => Buffer][] = [
  ['unsigned', 'not_signed', () => packArchive([{ name: 'sw-description', content: good('2') }, payload])],
  ['signed by a stranger', 'not_trusted', () => makeSoftware(stranger, { version: '2', files: [payload] })],
  [
    'with a description that was changed after it was signed',
    'not_trusted',
    () => {
      const [, signature] = signed(good('2'))
      return packArchive([{ name: 'sw-description', content: good('3') }, signature!, payload])
    },
  ],
  [
    'with a file that was changed after it was signed',
    'wrong_hash',
    () => packArchive([...signed(good('2')), { ...payload, content: Buffer.from('b program') }]),
  ],
  [
    'with a file that is not in its description',
    'wrong_hash',
    () => packArchive([...signed(good('2')), payload, { name: 'more', content: Buffer.from('x') }]),
  ],
  ['that lacks a file', 'not_an_image', () => packArchive(signed(good('2')))],
  ['that is cut off', 'not_an_image', () => packArchive([...signed(good('2')), payload]).subarray(0, 900)],
  ['that is something else', 'not_an_image', () => Buffer.alloc(5000, 'no archive ')],
  [
    'with a file twice',
    'not_an_image',
    () => packArchive([...signed(good('2')), payload, { ...payload, content: Buffer.from('b program') }]),
  ],
]
test.each(refused)('an image %s is refused and deleted', async (_, refusal, make) => {
  const before = await listImages()
  const answer = await upload(make())
  expect(answer).toMatchObject({ image: null, refusal })
  expect(answer.detail).toBeTruthy()
  expect(await listImages()).toEqual(before)
})

test('pieces of another size, and an image that is too large, are refused', async () => {
  const begun = await admin.call('POST /software-images', {
    body: { name: 'a', kind: 'CONTROLLER', size: 2_000_000 },
  })
  const answer = await putPiece(admin, server.url, begun.data.id, 0, Buffer.alloc(10))
  expect(answer.status).toBe(400)
  const check = await admin.call('POST /software-images/:imageId/check', {
    params: { imageId: begun.data.id },
  })
  expect(check.data.refusal).toBe('incomplete')
  const large = await admin.call('POST /software-images', {
    body: { name: 'a', kind: 'CONTROLLER', size: 4_000_001 },
  })
  expect(large.error?.code).toBe('payload_too_large')
})

test('a checked image is released, keeps its notes, and is deleted while nothing used it', async () => {
  const { id } = await upload(makeSoftware(signer, { version: '5', files: [payload] }))
  const params = { imageId: id }
  const changed = await admin.call('PATCH /software-images/:imageId', {
    params,
    body: { released: true, notes: 'Faster.' },
  })
  expect(changed.data.image).toMatchObject({ state: 'released', notes: 'Faster.' })
  await admin.call('DELETE /software-images/:imageId', { params })
  expect((await admin.call('DELETE /software-images/:imageId', { params })).error?.code).toBe('not_found')
})

test('a certificate that is over signs nothing any more, and an upload that nobody goes on with is forgotten', async () => {
  const before = await listImages()
  const body = { name: 'left', kind: 'CONTROLLER' as const, size: 2_000_000 }
  await admin.call('POST /software-images', { body })
  const image = makeSoftware(signer, { version: '6', files: [payload] })
  // It is valid for two days.
  server.clock.time += 3 * 86_400_000
  await admin.signIn('admin@test.si')
  expect(await upload(image)).toMatchObject({ image: null, refusal: 'not_trusted' })
  expect(await listImages()).toEqual(before)
  expect(await server.db.rows(sql`select name from software_image where name = 'left'`)).toEqual([])
})
