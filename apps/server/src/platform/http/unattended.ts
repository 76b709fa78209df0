import type { FastifyRequest } from 'fastify'

/** A page says by this header that it asks by itself, without anybody at it: that is no use of the session. */
export const isUnattended = (request: FastifyRequest): boolean =>
  request.headers['x-unattended'] !== undefined
