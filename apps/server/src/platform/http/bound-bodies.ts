import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** How much of an unwanted body is still read, so that a short one does not cost its sender the connection. */
const mostUnwantedBytes = 256 * 1024
const mostUnwantedMs = 1_000
/** The time limit of an ordinary body; a slow phone line takes 100 seconds for the largest message of a controller. */
const longestBodyMs = 120_000

/**
 * Closes the connection of clients that keep sending a refused body, or send one so slowly that it
 * never ends. Files have the time of the whole request (`requestTimeout`).
 */
export function boundBodies(
  app: FastifyInstance,
  times = { unwantedMs: mostUnwantedMs, bodyMs: longestBodyMs },
) {
  app.addHook('onRequest', async (request) => {
    if (isReceived(request.raw) || isFile(request)) return
    const timer = setTimeout(() => request.raw.destroy(), times.bodyMs)
    timer.unref()
    request.raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
  })
  app.addHook('onSend', async (request, reply) => {
    if (isReceived(request.raw)) return
    await drop(request.raw, times.unwantedMs)
    // Node reads a kept-alive connection to the end of its body, however long that is.
    if (!request.raw.complete) reply.header('connection', 'close')
  })
}

function isReceived({ headers, complete }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  return complete || (encoding === undefined && (length === undefined || length === '0'))
}

/** A route that accepts more than an ordinary body says so. */
const isFile = (request: FastifyRequest) =>
  (request.routeOptions.bodyLimit ?? 0) > (request.server.initialConfig.bodyLimit ?? 0)

/** Discards data until the end or the limit. */
function drop(body: IncomingMessage, mostMs: number): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const timer = setTimeout(stop, mostMs)
    function count(chunk: Buffer) {
      bytes += chunk.length
      if (bytes > mostUnwantedBytes) stop()
    }
    function stop() {
      clearTimeout(timer)
      body.off('data', count).off('end', stop).off('close', stop)
      body.pause()
      resolve()
    }
    body.on('data', count).once('end', stop).once('close', stop)
    body.resume()
  })
}
