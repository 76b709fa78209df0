import { linkLimits } from '@ohmstead/contract/controller-messages'
import type { FastifyInstance } from 'fastify'
import { createWebSocketStream } from 'ws'
import type { LinkTransport } from './link-transport.ts'

/**
 * MQTT over WebSocket on the server's own port, for controllers whose network lets only https out. Who it is, CONNECT
 * says. A frame holds any number of packets, but a library collects it whole, so it has a bound of its own.
 */
export function acceptMqttWebSockets(
  app: FastifyInstance,
  accept: NonNullable<LinkTransport['accept']>,
): void {
  app.webSockets.register({
    path: '/mqtt',
    protocols: ['mqtt'],
    maximumBytes: 2 * linkLimits.maximumBytes,
    authenticate: async (request) => request.ip,
    handle: (socket, address) => accept(createWebSocketStream(socket), address),
  })
}
