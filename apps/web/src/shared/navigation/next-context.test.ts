import { expect, test } from 'vitest'
import { nextContext } from './next-context.ts'

const location = { path: '/locations/1', title: 'Overview', name: 'Home', isSource: true, keeps: false }
const settings = { path: '/user/settings', title: 'Settings', name: 'Settings', isSource: false, keeps: true }
const kept = { name: 'Home', path: '/locations/1', title: 'Overview', returnPath: '/locations/1' }

test('remembers the place from which the settings were opened', () => {
  expect(nextContext(null, location, settings)).toEqual(kept)
})

test('passes it on between pages that keep it', () => {
  expect(nextContext(kept, settings, { ...settings, keeps: true })).toBe(kept)
})

test('forgets it on leaving', () => {
  expect(nextContext(kept, settings, location)).toBe(null)
})

test('survives a reload of a page that keeps it', () => {
  expect(nextContext(kept, null, settings)).toBe(kept)
})
