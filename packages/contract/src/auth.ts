import { supportedLocales } from '@ohmstead/domain/i18n/locales'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { userSettings, userView } from './users.ts'
import { email } from './wire.ts'

export const authEndpoints = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    summary: 'Ends the previous session of this browser and opens a new one.',
    permission: 'public',
    body: z.object({
      email,
      password: z.string().min(1, 'required').max(1000, 'max'),
      /** Keeps the first name in the browser for the greeting; the server ignores it. */
      remember: z.boolean().default(false),
      /** A session of 30 days from its last use instead of 12 hours. */
      staySignedIn: z.boolean().default(false),
    }),
    answer: z.object({ user: userView }),
    errors: ['invalid_credentials', 'second_factor_required', 'too_many_attempts'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    summary: 'Ends the session. Without one it does nothing.',
    permission: 'public',
  }),
  user: endpoint({
    method: 'GET',
    path: '/auth/user',
    summary: 'The signed-in user; also keeps the session alive.',
    permission: 'signedIn',
    withoutSecondFactor: true,
    answer: z.object({ user: userView }),
  }),
  updateSettings: endpoint({
    method: 'PUT',
    path: '/auth/user/settings',
    summary: "Changes the user's language, country and view settings; omitted ones stay.",
    permission: 'signedIn',
    withoutSecondFactor: true,
    body: userSettings.partial().extend({
      locale: z.enum(supportedLocales).nullable().optional(),
      country_code: z
        .string()
        .regex(/^[A-Z]{2}$/, 'regex')
        .nullable()
        .optional(),
    }),
    answer: z.object({ user: userView }),
  }),
}
