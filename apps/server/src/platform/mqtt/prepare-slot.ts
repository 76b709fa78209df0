import type { BrokerAddresses } from './broker-addresses.ts'
import { type BrokerConnection, openBrokerConnection } from './broker-connection.ts'
import type { BrokerAccess } from './broker-stream.ts'
import { filterOf } from './slot-filters.ts'

/**
 * Makes the broker keep messages of these controllers for a slot that is not read yet. What it delivers meanwhile is not
 * acknowledged, so that it comes again.
 */
export function prepareSlot(options: {
  addresses: BrokerAddresses
  access: BrokerAccess
  clientId: string
  slot: number
  serials: readonly string[]
}): Promise<void> {
  return briefly(options, false, (connection) => connection.subscribe(options.serials.map(filterOf)))
}

/** Makes the broker forget a slot. */
export function forgetSlot(options: Omit<Parameters<typeof prepareSlot>[0], 'serials'>): Promise<void> {
  return briefly(options, true, async () => {})
}

async function briefly(
  options: Omit<Parameters<typeof prepareSlot>[0], 'serials'>,
  clean: boolean,
  work: (connection: BrokerConnection) => Promise<void>,
): Promise<void> {
  const { addresses, slot, access, clientId } = options
  const address = addresses.choose(slot)
  await new Promise<void>((resolve, reject) => {
    const connection = openBrokerConnection({
      address,
      access,
      clientId,
      clean,
      onConnected: () => {
        work(connection)
          .then(() => connection.close())
          .then(resolve, reject)
      },
      onMessage: () => {},
      onClosed: (error) => {
        if (!error) return
        addresses.noteFailure(address)
        reject(error)
      },
    })
  })
}
