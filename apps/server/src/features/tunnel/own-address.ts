import { networkInterfaces } from 'node:os'

/** An address at which other machines of the same network reach this one, where it listens on all of its addresses. */
export function findOwnAddress(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
}

export const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)
