import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { MqttSender } from './link-transport.ts'

interface Door {
  admit(connection: Socket, address: string | undefined): boolean
  accept(conn: Socket, sender: MqttSender): void
}

/** The embedded broker's port without TLS. */
export async function startPlainListener(
  { host, port }: { host: string; port: number },
  { admit, accept }: Door,
) {
  const server = createServer((socket: Socket) => {
    const address = socket.remoteAddress
    if (!admit(socket, address)) return socket.destroy()
    socket.setNoDelay(true)
    // A controller without keep-alive that lost its connection leaves a session that nothing else would ever end.
    socket.setKeepAlive(true, 60_000)
    accept(socket, { address: address!, certificate: null, counted: socket })
  })
  server.maxConnections = 20_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    isListening: () => server.listening,
    close: () => void server.close(),
  }
}
