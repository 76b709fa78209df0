import { z } from 'zod'
import { chosenPassword, passwordsMatch, secretToken } from './auth-passwords.ts'
import { endpoint } from './endpoint.ts'
import { userView } from './users.ts'
import { email, interfaceLocale } from './wire.ts'

export const firstAdminEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/first-admin',
    summary:
      'Creates the first super admin of an installation that has none, given the one-time code from its log, and signs them in.',
    permission: 'public',
    body: chosenPassword
      .extend({ code: secretToken, email, locale: interfaceLocale })
      .superRefine(passwordsMatch),
    answer: z.object({ user: userView }),
    errors: [
      'setup_closed',
      'setup_code_wrong',
      'address_has_account',
      'password_too_common',
      'password_like_yourself',
      'too_many_attempts',
    ],
  }),
}
