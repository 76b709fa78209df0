import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { findDevice } from './device-cookie.ts'
import type { Asker } from './sign-in-attempts.ts'
import { findUserByEmail } from './user-queries.ts'

/** Who requests a mail to this address: its owner in a known browser, or anybody. */
export async function findAsker(deps: Deps, request: FastifyRequest, email: string): Promise<Asker> {
  const owner = await findUserByEmail(deps.db, email)
  return { email, address: request.ip, device: findDevice(deps, request, owner) }
}
