import type { Logger } from 'pino'

export interface BrokerTrouble {
  /** A connection to the broker failed or broke. */
  note(error: Error): void
  /** The broker has taken us in. */
  end(): void
}

const everyMs = 60_000

/**
 * What the log says while an external broker is away: each of many sessions tries again every few seconds, and all of
 * them say the same. A reason is written at once where it is a new one, and else once a minute.
 */
export function createBrokerTrouble(
  log: Pick<Logger, 'warn' | 'info'>,
  now = () => performance.now(),
): BrokerTrouble {
  let logged: { reason: string; at: number } | null = null
  let unlogged = 0
  return {
    note({ message: reason }) {
      if (logged?.reason === reason && now() - logged.at < everyMs) {
        unlogged += 1
        return
      }
      log.warn({ reason, unlogged }, 'the broker of MQTT_URL does not answer or does not let the cloud in')
      logged = { reason, at: now() }
      unlogged = 0
    },
    end() {
      if (logged) log.info('the broker of MQTT_URL answers')
      logged = null
      unlogged = 0
    },
  }
}
