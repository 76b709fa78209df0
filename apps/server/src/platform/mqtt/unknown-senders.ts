import type { Socket } from 'node:net'
import { networkOf } from '../network-of.ts'

/**
 * Far more than a fleet behind one address has at once between connecting and its password, and a small part of all
 * connections: with them one stranger cannot keep controllers out.
 */
export const mostUnknown = 500

/**
 * Counts for each network the connections that have not said yet who they are. Those of a proxy come from everybody, so
 * they are not counted.
 */
export function createUnknownSenders(isProxy: (address: string) => boolean) {
  const counts = new Map<string, number>()
  const networks = new WeakMap<object, string>()

  function letGo(socket: object): void {
    const network = networks.get(socket)
    if (network === undefined) return
    networks.delete(socket)
    const left = counts.get(network)! - 1
    if (left > 0) counts.set(network, left)
    else counts.delete(network)
  }

  return {
    /** Whether this network may have one more; it counts until `letGo`, or until it is closed. */
    admit(socket: Socket): boolean {
      const { remoteAddress } = socket
      // It has gone already.
      if (remoteAddress === undefined) return false
      if (isProxy(remoteAddress)) return true
      const network = networkOf(remoteAddress)
      const count = counts.get(network) ?? 0
      if (count >= mostUnknown) return false
      counts.set(network, count + 1)
      networks.set(socket, network)
      socket.once('close', () => letGo(socket))
      return true
    },
    /** Now it is known who that is. */
    letGo,
  }
}
