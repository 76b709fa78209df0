import { expect, test } from 'vitest'
import { readKind, readSearchAddress, writeSearchAddress } from './search-address.ts'

test('each kind has its address, and any other is none', () => {
  expect(readKind('/admin/search/oem-devices')).toBe('controllers')
  expect(readKind('/admin/search/users/')).toBe('users')
  expect(readKind('/admin/search/controllers')).toBeNull()
})

test('an empty address shows the usual filters, by name', () => {
  expect(readSearchAddress('controllers', {})).toEqual({
    kind: 'controllers',
    shown: ['unitId', 'locationName', 'companyName', 'softwareVersion', 'ethernetIp'],
    terms: {},
    sort: 'name',
  })
  expect(writeSearchAddress(readSearchAddress('controllers', {}))).toEqual({})
})

test.each([
  { email: 'ana', lastName: 'novak' },
  { filters: 'email', email: 'ana', sort: 'newest', after: 'WzFd' },
  { filters: 'firstName,lastName', before: 'WzFd' },
])('what is read from an address is what it says: %j', (search) => {
  expect(writeSearchAddress(readSearchAddress('users', search))).toEqual(search)
})

test('a term of a filter that is usually hidden shows it; one of a filter that was hidden asks for nothing', () => {
  expect(readSearchAddress('controllers', { mobileIp: '10.' }).shown).toContain('mobileIp')
  expect(readSearchAddress('users', { filters: 'email', lastName: 'novak' }).terms).toEqual({})
})

test('nothing that an address holds can break a search', () => {
  const search = { filters: 'nothing,', email: { a: 1 }, firstName: 42, sort: 'up', after: 7, lastName: '  ' }
  expect(readSearchAddress('users', search)).toEqual({
    kind: 'users',
    shown: ['email', 'firstName', 'lastName'],
    terms: { firstName: '42' },
    sort: 'name',
  })
})
