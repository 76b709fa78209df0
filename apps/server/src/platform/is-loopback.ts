import { isIPv4 } from 'node:net'

/**
 * Whether a host name or address is this machine's own, as browsers and RFC 6761 define it; accepts brackets, and an
 * IPv4 address mapped to IPv6.
 */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true
  const address = name.replace(/^::ffff:/, '')
  return isIPv4(address) && address.startsWith('127.')
}
