import { z } from 'zod'
import { proof, proofErrors } from './account-second-factor.ts'
import { endpoint } from './endpoint.ts'
import { id } from './wire.ts'

const session = z.object({
  id: z.number(),
  /** The one making the request. */
  current: z.boolean(),
  user_agent: z.string().nullable(),
  /** What the user agent claims to be, such as `Firefox` on `Linux`; null if unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string().nullable(),
  stay_signed_in: z.boolean(),
  created_at: z.number(),
  last_seen_at: z.number(),
  expires_at: z.number(),
})
session.register(z.globalRegistry, { id: 'Session' })
export type SessionView = z.output<typeof session>

export const sessionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    summary: 'Where one is signed in, last used first.',
    permission: 'signedIn',
    inPerson: true,
    answer: z.object({ sessions: z.array(session) }),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/auth/sessions/:sessionId',
    summary: 'Ends one of the own sessions.',
    permission: 'signedIn',
    inPerson: true,
    params: z.object({ sessionId: id }),
    errors: ['not_found'],
  }),
  endOthers: endpoint({
    method: 'POST',
    path: '/auth/sessions/end-others',
    summary: 'Ends all own sessions but the one that asks.',
    permission: 'signedIn',
    inPerson: true,
    body: z.object(proof),
    errors: [...proofErrors],
    answer: z.object({ ended: z.number() }),
  }),
}
