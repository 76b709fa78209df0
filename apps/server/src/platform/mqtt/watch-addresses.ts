import { connect } from 'node:net'
import type { BrokerAddresses } from './broker-addresses.ts'
import { placeOfBroker } from './broker-stream.ts'

const usualEveryMs = 10_000
const patienceMs = 5000

/**
 * Asks the addresses at which something failed whether they answer again: sessions that have moved to other nodes would never
 * find out. Those that work are left alone, since brokers log connections that say nothing.
 */
export function watchAddresses(
  addresses: Pick<BrokerAddresses, 'list' | 'noteAnswer'>,
  everyMs = usualEveryMs,
): { close(): void } {
  const timer = setInterval(() => {
    for (const { address, isReachable } of addresses.list())
      if (!isReachable)
        void doesAnswer(address).then((isThere) => {
          if (isThere) addresses.noteAnswer(address)
        })
  }, everyMs).unref()
  return { close: () => clearInterval(timer) }
}

function doesAnswer(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { host, port } = placeOfBroker(address)
    const socket = connect({ host, port, timeout: patienceMs })
    const end = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('connect', () => end(true))
    socket.once('timeout', () => end(false))
    socket.once('error', () => end(false))
  })
}
