import { afterEach, expect, test } from 'vitest'
import { keepLabel, takeLabel } from './pending-label.ts'

const href = '/setup/oem-device?serial=7K3M-9PQR-2VWX-4TYA'
afterEach(() => localStorage.clear())

test('the page that a label has opened is found again after a registration, once', () => {
  keepLabel(href, 1000)
  expect(takeLabel(2000)).toBe(href)
  expect(takeLabel(2000)).toBeNull()
})

test('a label of yesterday is forgotten', () => {
  keepLabel(href, 1000)
  expect(takeLabel(1000 + 86_400_000)).toBeNull()
})

test.each([undefined, '/locations/7', '/setup/oem-device', `https://elsewhere.example${href}`])(
  '%s is no label',
  (next) => {
    keepLabel(next, 1000)
    expect(takeLabel(1000)).toBeNull()
  },
)
