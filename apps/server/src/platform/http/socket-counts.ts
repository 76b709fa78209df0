import { isLoopback } from '../is-loopback.ts'
import { networkOf } from '../network-of.ts'

/** More than devices of one site, and a small part of all: one sender cannot lock others out. */
export const mostOfOneNetwork = 2000
const mostAltogether = 20_000

/** Counts connections by network. Those of a proxy on this machine come from everybody, so only their sum is bounded. */
export function createSocketCounts(limits = { ofOneNetwork: mostOfOneNetwork, altogether: mostAltogether }) {
  const counts = new Map<string, number>()
  let total = 0
  return {
    isFull: () => total >= limits.altogether,
    mayHaveMore: (address: string) =>
      isLoopback(address) || (counts.get(networkOf(address)) ?? 0) < limits.ofOneNetwork,
    /** Returns what ends it, once. */
    add(address: string): () => void {
      const network = networkOf(address)
      let isCounted = true
      total += 1
      counts.set(network, (counts.get(network) ?? 0) + 1)
      return () => {
        if (!isCounted) return
        isCounted = false
        total -= 1
        const left = counts.get(network)! - 1
        if (left > 0) counts.set(network, left)
        else counts.delete(network)
      }
    },
  }
}
