import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Balancer {
  port: number
  close(): Promise<void>
}

/** What stands in front of several nodes: each connection goes to the next of these ports that answers. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const sockets = new Set<Socket>()
  let next = 0
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  }
  const forward = (inner: Socket, triesLeft: number) => {
    if (triesLeft === 0 || inner.destroyed) return void inner.destroy()
    const outer = connect(ports[next++ % ports.length]!, '127.0.0.1')
    track(outer)
    const tryNext = () => forward(inner, triesLeft - 1)
    outer.once('error', tryNext)
    outer.once('connect', () => {
      outer.off('error', tryNext)
      inner.pipe(outer).pipe(inner)
      inner.once('close', () => outer.destroy())
      outer.once('close', () => inner.destroy())
    })
  }
  const server = createServer((inner) => {
    track(inner)
    forward(inner, ports.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
