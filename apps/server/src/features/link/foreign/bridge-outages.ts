/** How long what a bridge had queued takes to arrive after it is connected again. */
const burstMs = 5000

/**
 * A site bridge delivers after an outage what it had queued, and most foreign messages carry no time: they would be stored
 * as if they were of now. A bridge tells its state (`notification_topic …/ext/bridge/state`).
 */
export function createBridgeOutages() {
  const until = new Map<string, number>()
  return {
    /** `state` is what the bridge published: 1 connected, 0 gone. */
    note(serial: string, state: string, now: number): void {
      if (state === '1') until.set(serial, now + burstMs)
      for (const [other, end] of until) if (end < now) until.delete(other)
    },
    isBurst: (serial: string, now: number) => (until.get(serial) ?? 0) >= now,
  }
}
