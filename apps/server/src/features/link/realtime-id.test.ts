import { expect, test } from 'vitest'
import { createRealtimeId, isRealtimeId } from './realtime-id.ts'

const at = Date.UTC(2026, 10, 26)

test('an id of a request for a faster pace is a UUID that tells whose it is', () => {
  const id = createRealtimeId('OHM-1', at)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(isRealtimeId('OHM-1', id)).toBe(true)
  expect(isRealtimeId('OHM-1', id.toUpperCase())).toBe(true)
  expect(isRealtimeId('OHM-2', id)).toBe(false)
  expect(createRealtimeId('OHM-1', at + 1)).not.toBe(id)
})

test.each([
  '3f2b8c1e-6f6e-4a8e-9a37-0d5c2d1b7e11',
  '',
  'refresh',
  `${'f'.repeat(8)}-ffff-8000-8000-000000000000`,
])('the id of a command, %j, is not taken for one', (id) => {
  expect(isRealtimeId('OHM-1', id)).toBe(false)
})
