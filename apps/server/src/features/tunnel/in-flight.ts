/** One browser's request or WebSocket that is under way. */
export interface Flight {
  tunnelId: number
  visitId: number
  userId: number
  since: number
  cut(): void
}

export interface InFlight {
  /** Returns a function to call at its end; null if the tunnel has no room. */
  add(flight: Flight): (() => void) | null
  cutTunnel(tunnelId: number): void
  cutVisit(visitId: number): void
  all(): Iterable<Flight>
}

/** A browser has six connections to a host, or a hundred streams; pages of devices are small. */
const mostOfTunnel = 64

export function createInFlight(): InFlight {
  const flights = new Map<number, Set<Flight>>()
  const cutAll = (doomed: Iterable<Flight>) => {
    for (const flight of [...doomed]) flight.cut()
  }
  return {
    add(flight) {
      const known = flights.get(flight.tunnelId) ?? new Set()
      if (known.size >= mostOfTunnel) return null
      flights.set(flight.tunnelId, known.add(flight))
      return () => {
        known.delete(flight)
        if (known.size === 0 && flights.get(flight.tunnelId) === known) flights.delete(flight.tunnelId)
      }
    },
    cutTunnel: (tunnelId) => cutAll(flights.get(tunnelId) ?? []),
    cutVisit: (visitId) => {
      for (const known of flights.values()) cutAll([...known].filter((flight) => flight.visitId === visitId))
    },
    *all() {
      for (const known of flights.values()) yield* known
    },
  }
}
