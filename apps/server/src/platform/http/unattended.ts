import type { FastifyRequest } from 'fastify'

/** A page sends this header with requests it makes on its own: they do not count as use of the session. */
export const isUnattended = (request: FastifyRequest): boolean =>
  request.headers['x-unattended'] !== undefined
