import { WebSocket } from 'ws'

// Below the minute after which proxies give up a silent connection.
const pingMs = 30_000
// A peer that is told to go has this long to say goodbye.
const farewellMs = 2_000

/** Pings open sockets, ends those that have not answered by the next ping, and closes all in the end. */
export function watchPeers(everyMs = pingMs) {
  const isHeard = new Map<WebSocket, boolean>()
  const round = setInterval(() => {
    for (const [socket, wasHeard] of isHeard) {
      // One that we do not read at present may have answered.
      if (socket.isPaused) isHeard.set(socket, true)
      else if (!wasHeard) socket.terminate()
      else if (socket.readyState === WebSocket.OPEN) {
        isHeard.set(socket, false)
        socket.ping()
      }
    }
  }, everyMs).unref()

  return {
    count: () => isHeard.size,
    add(socket: WebSocket): void {
      const hear = () => void isHeard.set(socket, true)
      hear()
      socket.on('pong', hear).on('message', hear).on('ping', hear)
      socket.once('close', () => isHeard.delete(socket))
    },
    async close(): Promise<void> {
      clearInterval(round)
      const sockets = [...isHeard.keys()]
      const gone = sockets.map(
        (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
      )
      for (const socket of sockets) socket.close(1001, 'the server stops')
      const limit = setTimeout(() => {
        for (const socket of sockets) socket.terminate()
      }, farewellMs)
      await Promise.all(gone)
      clearTimeout(limit)
    },
  }
}
