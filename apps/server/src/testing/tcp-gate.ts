import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface TcpGate {
  port: number
  /** Closes every connection and refuses new ones, like an unreachable machine. */
  shut(): void
  open(): void
  close(): Promise<void>
}

/** A proxy to another port that can be closed and opened again. */
export async function startTcpGate(target: { host: string; port: number }): Promise<TcpGate> {
  let isOpen = true
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  }
  const server = createServer((inner) => {
    track(inner)
    if (!isOpen) return void inner.destroy()
    const outer = connect(target)
    track(outer)
    inner.pipe(outer).pipe(inner)
    inner.once('close', () => outer.destroy())
    outer.once('close', () => inner.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const shut = () => {
    isOpen = false
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    shut,
    open: () => {
      isOpen = true
    },
    close: async () => {
      shut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
