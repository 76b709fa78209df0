import { checkValue } from '@ohmstead/domain/forms/form-rules'
import { newPasswordRules } from '@ohmstead/domain/forms/password-form'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, interfaceLocale } from './wire.ts'

/** A new password: taken as typed, spaces included. The server decides whether it is too common. */
const newPassword = z.string('required').superRefine((value, context) => {
  const broken = checkValue(value, newPasswordRules)
  if (broken) context.addIssue({ code: 'custom', message: broken.rule })
})

/** A password that is only compared. */
export const givenPassword = z.string('required').min(1, 'required').max(1000, 'max')

/** The token of a mailed link; it is only looked up, so any text will do. */
export const secretToken = z.string('required').min(1, 'required').max(200, 'max')

/** For `superRefine`: names the repetition if it differs. */
export function passwordsMatch(
  { password, password_repeat }: { password: string; password_repeat: string },
  context: z.core.$RefinementCtx,
): void {
  if (password !== password_repeat)
    context.addIssue({
      code: 'custom',
      path: ['password_repeat'],
      message: 'confirmed',
      input: password_repeat,
    })
}

/** A new password, twice. */
export const chosenPassword = z.object({ password: newPassword, password_repeat: z.string() })

export const passwordEndpoints = {
  forgotten: endpoint({
    method: 'POST',
    path: '/auth/forgotten-password',
    summary:
      'Mails a link to choose a new password, if a user exists with that address; answers the same for any.',
    permission: 'public',
    body: z.object({ email }),
    errors: ['too_many_attempts'],
  }),
  reset: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    summary: 'Sets a new password with the mailed token and ends all sessions, without signing in.',
    permission: 'public',
    body: chosenPassword
      /** The language of the page: used for mails to people without one, such as an account created by a command. */
      .extend({ token: secretToken, locale: interfaceLocale.optional() })
      .superRefine(passwordsMatch),
    errors: [
      'token_used',
      'token_expired',
      'token_missing',
      'password_too_common',
      'password_like_yourself',
      'too_many_attempts',
    ],
  }),
  change: endpoint({
    method: 'POST',
    path: '/auth/change-password',
    summary: 'Changes the own password and ends all other sessions.',
    permission: 'signedIn',
    inPerson: true,
    body: chosenPassword.extend({ current_password: givenPassword }).superRefine(passwordsMatch),
    errors: ['current_password_wrong', 'password_too_common', 'password_like_yourself', 'too_many_attempts'],
  }),
}
