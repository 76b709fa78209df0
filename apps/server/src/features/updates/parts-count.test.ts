import { expect, test } from 'vitest'
import { createPartsCount } from './parts-count.ts'
import { findRange } from './send-artifact.ts'

test('parts of an update count as a fetch when they are a whole file together, again and again', () => {
  const parts = createPartsCount()
  const send = (updateId: number, bytes: number) => parts.isWhole(updateId, bytes, 100)
  expect([send(1, 60), send(2, 60), send(1, 39), send(1, 1), send(1, 99), send(2, 90), send(2, 50)]).toEqual([
    ...[false, false, false, true, false, true, true],
  ])
})

test('of very many updates the one that was sent nothing for longest is forgotten', () => {
  const parts = createPartsCount()
  const send = (updateId: number, bytes: number) => parts.isWhole(updateId, bytes, 100)
  for (let updateId = 1; updateId <= 10_000; updateId++) send(updateId, 60)
  send(1, 1)
  send(10_001, 60)
  expect([send(1, 39), send(2, 40)]).toEqual([true, false])
})

test.each([
  ['of an unknown unit', { range: 'pieces=1-' }],
  ['of several parts', { range: 'bytes=0-0,1-' }],
  ['that goes on with another file', { range: 'bytes=1-', 'if-range': '"other"' }],
])('a range %s is the whole file', (_, headers) => {
  const request = { headers } as unknown as Parameters<typeof findRange>[0]
  expect(findRange(request, { image_id: 1, size: 100, sha256: 'a' })).toBeNull()
})
