import { expect, test } from 'vitest'
import { changedFields } from './record-audit.ts'

test('changed fields are listed from and to, and nothing else', () => {
  const before = { name: 'Home', zone: null as string | null, tags: [1, 2] }
  expect(changedFields(before, { name: 'House', zone: null, tags: [1, 2] })).toEqual({
    before: { name: 'Home' },
    after: { name: 'House' },
  })
  expect(changedFields(before, { tags: [2] })).toEqual({ before: { tags: [1, 2] }, after: { tags: [2] } })
  expect(changedFields(before, {})).toBe(null)
  expect(changedFields(before, before)).toBe(null)
})
