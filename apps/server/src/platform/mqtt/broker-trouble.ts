import type { Logger } from 'pino'

export interface BrokerTrouble {
  /** A connection to the broker failed or broke. */
  note(error: Error): void
  /** The broker has accepted the session. */
  end(): void
}

const everyMs = 60_000

/**
 * What is logged while an external broker is away: each of many sessions retries every few seconds, and all of them
 * report the same. A new reason is logged at once, a repeated one once a minute.
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
