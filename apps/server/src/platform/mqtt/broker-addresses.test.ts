import { expect, it } from 'vitest'
import { createBrokerAddresses } from './broker-addresses.ts'

it('spreads sessions over all addresses, and avoids those that failed lately', () => {
  let now = 0
  const addresses = createBrokerAddresses(['a', 'b', 'c'], () => now)
  const chosen = () => [0, 1, 2, 3].map(addresses.choose)
  expect(chosen()).toEqual(['a', 'b', 'c', 'a'])
  addresses.noteFailure('b')
  expect(chosen()).toEqual(['a', 'c', 'c', 'a'])
  addresses.noteSuccess('b')
  expect(chosen()).toEqual(['a', 'b', 'c', 'a'])
  addresses.noteFailure('b')
  now = 31_000
  expect(chosen()).toEqual(['a', 'b', 'c', 'a'])
})

it('tries one after the other while none answers', () => {
  let now = 0
  const addresses = createBrokerAddresses(['a', 'b'], () => now)
  const tried = Array.from({ length: 4 }, () => {
    now += 1000
    const address = addresses.choose(0)
    addresses.noteFailure(address)
    return address
  })
  expect(tried).toEqual(['a', 'b', 'a', 'b'])
})

it('knows which are lost until they answer again, and distrusts them longer than that', () => {
  const addresses = createBrokerAddresses(['a', 'b'], () => 0)
  const lost = () => addresses.list().flatMap(({ address, isReachable }) => (isReachable ? [] : [address]))
  expect(lost()).toEqual([])
  addresses.noteFailure('a')
  expect(lost()).toEqual(['a'])
  addresses.noteAnswer('a')
  expect(lost()).toEqual([])
  expect(addresses.choose(0)).toBe('b')
  addresses.noteFailure('b')
  addresses.noteSuccess('b')
  expect(lost()).toEqual([])
})
