import type { ParsedLocation } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { guard } from './route-guard.ts'

/** Where a visitor who opens this page is redirected, and with what. */
function leadStranger(pathname: string, search: object) {
  try {
    guard('signedIn')({ location: { pathname, href: pathname, search } as ParsedLocation })
  } catch (redirect) {
    const { to, search } = (redirect as { options: { to: string; search: object } }).options
    return { to, search }
  }
}

test('a visitor signs in with the invitation and brand of the mail they came from', () => {
  const invitation = { confirmationAction: 'LOCATION_INVITE', confirmationId: 7 }
  expect(leadStranger('/', { ...invitation, identifier: 'sun', other: 1 })).toEqual({
    to: '/auth/login',
    search: { ...invitation, identifier: 'sun' },
  })
  expect(leadStranger('/locations/1', { identifier: 'sun' })).toEqual({
    to: '/auth/login',
    search: { identifier: 'sun', next: '/locations/1' },
  })
  expect(leadStranger('/', {})).toEqual({ to: '/auth/login', search: {} })
})
