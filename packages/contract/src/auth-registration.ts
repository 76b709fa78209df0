import { z } from 'zod'
import { chosenPassword, passwordsMatch, secretToken } from './auth-passwords.ts'
import { endpoint } from './endpoint.ts'
import { email, interfaceLocale, line } from './wire.ts'

/** A box that must be ticked. */
export const agreed = z.literal(true, 'required')
/** Must be ticked if the site links to terms and conditions; nobody can agree to what cannot be read. */
export const termsAgreed = z.boolean('required').default(false)

export const registrationEndpoints = {
  register: endpoint({
    method: 'POST',
    path: '/auth/register',
    summary:
      'Opens an unverified account and mails a link; the answer is the same where the address has one.',
    permission: 'public',
    body: z.object({
      email,
      first_name: line(100),
      last_name: line(100),
      terms: termsAgreed,
      privacy: agreed,
      /** The language of the page, used for mails from now on. */
      locale: interfaceLocale,
    }),
    errors: ['too_many_attempts'],
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/auth/verify-email',
    summary:
      'Opens a new account: confirms its address with the token of the mail, once, and sets its password.',
    permission: 'public',
    body: chosenPassword.extend({ token: secretToken }).superRefine(passwordsMatch),
    errors: [
      'token_used',
      'token_expired',
      'token_missing',
      'password_too_common',
      'password_like_yourself',
      'too_many_attempts',
    ],
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/auth/confirm-email',
    summary: 'Gives an account the new address that the token of the mail was sent to, once.',
    permission: 'public',
    body: z.object({ token: secretToken }),
    errors: ['token_used', 'token_expired', 'token_missing', 'too_many_attempts'],
  }),
  resendVerification: endpoint({
    method: 'POST',
    path: '/auth/resend-verification',
    summary:
      'Mails a new link to an address that waits for its confirmation; answers the same for any address.',
    permission: 'public',
    body: z.object({ email }),
    errors: ['too_many_attempts'],
  }),
  checkToken: endpoint({
    method: 'POST',
    path: '/auth/token-validation',
    summary: 'Tells what the token of a mailed link is still good for, without using it.',
    permission: 'public',
    body: z.object({ token: secretToken }),
    answer: z.object({
      state: z.enum(['ok', 'confirmed', 'expired', 'missing']),
      /** What the link is for; null for an unknown one. */
      action: z.enum(['verify_email', 'reset_password', 'change_email']).nullable(),
      /** For a valid registration link: whose account it opens, and which company they join. */
      registration: z
        .object({
          email: z.string(),
          first_name: z.string(),
          last_name: z.string(),
          company: z.string().nullable(),
        })
        .nullable(),
    }),
    errors: ['too_many_attempts'],
  }),
}
