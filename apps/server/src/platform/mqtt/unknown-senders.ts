import type { EventEmitter } from 'node:events'
import { networkOf } from '../network-of.ts'

/**
 * Far more than a fleet behind one address has at once between connecting and authenticating, and a small part of all
 * connections: one stranger cannot lock controllers out.
 */
export const mostUnknown = 500

/**
 * Counts unauthenticated connections per network. Those of a proxy come from everybody, so
 * they are not counted.
 */
export function createUnknownSenders(isProxy: (address: string) => boolean) {
  const counts = new Map<string, number>()
  const networks = new WeakMap<object, string>()

  function letGo(connection: object): void {
    const network = networks.get(connection)
    if (network === undefined) return
    networks.delete(connection)
    const left = counts.get(network)! - 1
    if (left > 0) counts.set(network, left)
    else counts.delete(network)
  }

  return {
    /** Whether this network may have one more; it counts until `letGo`, or until it is closed. */
    admit(connection: EventEmitter, address: string | undefined): boolean {
      // Already closed.
      if (address === undefined) return false
      if (isProxy(address)) return true
      const network = networkOf(address)
      const count = counts.get(network) ?? 0
      if (count >= mostUnknown) return false
      counts.set(network, count + 1)
      networks.set(connection, network)
      connection.once('close', () => letGo(connection))
      return true
    },
    /** It is authenticated now. */
    letGo,
  }
}
