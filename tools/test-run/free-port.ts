import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below the ephemeral ports of the system: of those, one that was free a moment ago may be
// somebody else's before its server listens.
const lowest = 20_000
const above = 32_000
const given = new Set<number>()

/** A free port of the loopback address, another one each time. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 1000; tries++) {
    const port = randomInt(lowest, above)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
  throw new Error('no port is free')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
