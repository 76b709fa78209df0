import { networkInterfaces } from 'node:os'

const loopback = '127.0.0.1'

/**
 * An address at which other machines of the same network reach this one, where it listens on all of its addresses. A sandbox
 * may not let it see them: then processes of the same machine find each other.
 */
export function findOwnAddress(host: string, list = networkInterfaces): string {
  if (host !== '0.0.0.0' && host !== '::') return host
  try {
    const addresses = Object.values(list()).flatMap((some) => some ?? [])
    return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? loopback
  } catch {
    return loopback
  }
}

export const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)
