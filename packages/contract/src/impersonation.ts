import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { userView } from './users.ts'
import { bodyId } from './wire.ts'

export const impersonationEndpoints = {
  start: endpoint({
    method: 'POST',
    path: '/auth/impersonate',
    summary: 'Goes on as another person, never as a super admin. The audit log names both from now on.',
    permission: 'role.superAdmin',
    body: z.object({ userId: bodyId }),
    /** `user.impersonator` is now the caller; fetch the menu again. */
    answer: z.object({ user: userView }),
    errors: ['not_found', 'not_allowed'],
  }),
  stop: endpoint({
    method: 'POST',
    path: '/auth/unimpersonate',
    summary: 'Goes back to being oneself.',
    permission: 'signedIn',
    withoutSecondFactor: true,
    answer: z.object({ user: userView }),
    errors: ['not_impersonating'],
  }),
}
