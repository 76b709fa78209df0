// So long an address that failed comes after the others.
const distrustMs = 30_000

export interface BrokerAddresses {
  /** One for this session: they are spread over all, and one that failed lately comes last. */
  choose(key: number): string
  /** A connection to it failed or broke. */
  noteFailure(address: string): void
  noteSuccess(address: string): void
  /** It takes connections again, which says nothing of sessions. */
  noteAnswer(address: string): void
  /** Each, and whether nothing has failed there since it last answered. */
  list(): { address: string; isReachable: boolean }[]
}

/** The addresses of one broker or of the nodes of its cluster. */
export function createBrokerAddresses(
  addresses: readonly string[],
  now = () => performance.now(),
): BrokerAddresses {
  const failedAt = new Map<string, number>()
  const lost = new Set<string>()
  const isTrusted = (address: string) =>
    now() - (failedAt.get(address) ?? Number.NEGATIVE_INFINITY) > distrustMs
  return {
    choose(key) {
      const first = key % addresses.length
      const inTurn = [...addresses.slice(first), ...addresses.slice(0, first)]
      const trusted = inTurn.find(isTrusted)
      if (trusted !== undefined) return trusted
      // All have failed: the one that failed longest ago is tried next.
      return inTurn.reduce((best, each) => (failedAt.get(each)! < failedAt.get(best)! ? each : best))
    },
    noteFailure(address) {
      failedAt.set(address, now())
      lost.add(address)
    },
    noteSuccess(address) {
      failedAt.delete(address)
      lost.delete(address)
    },
    noteAnswer: (address) => void lost.delete(address),
    list: () => addresses.map((address) => ({ address, isReachable: !lost.has(address) })),
  }
}
