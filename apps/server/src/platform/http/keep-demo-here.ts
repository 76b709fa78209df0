import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { isLoopback } from '../is-loopback.ts'

/** Headers that a proxy or a tunnel adds to a request. */
const relayed =
  /^(forwarded|via|cdn-loop|x-real-ip|true-client-ip|x-client-ip|x-cluster-client-ip|(fastly|fly)-client-ip|cf-.+|x-(forwarded|original|envoy|amzn|arr|azure|ms)-.+)$/

/**
 * The passwords of the demo are public. A proxy on the same machine would bring strangers to it on loopback: it
 * sends a header, passes on the requested host name, speaks HTTP/1.0 as nginx does by default, or the browser names the
 * origin it asks from. Forwarding of raw bytes cannot be detected here.
 */
export function keepDemoHere(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (isRelayed(request)) throw new AppError('demo_not_public')
  })
}

function isRelayed({ headers, hostname, ip, raw }: FastifyRequest): boolean {
  // A firewall may forward incoming connections to a port on loopback.
  if (!isLoopback(ip)) return true
  if (raw.httpVersion !== '1.1') return true
  if (Object.keys(headers).some((name) => relayed.test(name))) return true
  if (!isLoopback(hostname)) return true
  const { origin } = headers
  return origin !== undefined && origin !== 'null' && !isLoopback(hostOf(origin))
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).hostname : '')
