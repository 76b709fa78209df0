import { expect, test } from 'vitest'
import { findOwnAddress } from './own-address.ts'

const one = (address: string, internal: boolean) => ({
  ...{ address, internal, family: 'IPv4' as const, netmask: '255.0.0.0', mac: '', cidr: null },
})

test('a process that listens everywhere is found at an address of its machine', () => {
  expect(
    findOwnAddress('0.0.0.0', () => ({ lo: [one('127.0.0.1', true)], eth0: [one('10.0.0.7', false)] })),
  ).toBe('10.0.0.7')
  expect(findOwnAddress('10.0.0.8')).toBe('10.0.0.8')
})

test('a sandbox that hides the addresses of the machine does not keep it from starting', () => {
  const refuse = () => {
    throw new Error('uv_interface_addresses returned Unknown system error 97')
  }
  expect(findOwnAddress('0.0.0.0', refuse)).toBe('127.0.0.1')
})
