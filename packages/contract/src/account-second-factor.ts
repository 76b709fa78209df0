import { z } from 'zod'
import { givenPassword } from './auth-passwords.ts'
import { endpoint } from './endpoint.ts'
import { userView } from './users.ts'

/** Six digits of an authenticator app, or a recovery code; spaces and dashes as a person types them. */
const code = z.string('required').trim().min(1, 'required').max(40, 'max')

/**
 * Required to change the ways to sign in: the password, or for a user without one (null) a session started
 * within the last 15 minutes, else `sign_in_again`.
 */
export const proof = { password: givenPassword.nullable() }

export const proofErrors = ['current_password_wrong', 'sign_in_again', 'too_many_attempts'] as const

export const secondFactorEndpoints = {
  step: endpoint({
    method: 'GET',
    path: '/auth/login/second-factor',
    summary: 'What the second step of signing in may be done with, while the browser is at it (10 minutes).',
    permission: 'public',
    answer: z.object({
      /** A passkey signs in through its own endpoints. */
      methods: z.array(z.enum(['totp', 'recovery', 'passkey'])),
      expires_at: z.number(),
    }),
    errors: ['step_expired'],
  }),
  answer: endpoint({
    method: 'POST',
    path: '/auth/login/second-factor',
    summary: 'The second step after `second_factor_required`: opens the session.',
    permission: 'public',
    body: z.object({ code }),
    answer: z.object({ user: userView }),
    errors: [
      'step_expired',
      'invalid_code',
      'second_factor_locked',
      'second_factor_unreadable',
      'too_many_attempts',
    ],
  }),
  status: endpoint({
    method: 'GET',
    path: '/auth/second-factor',
    summary: 'Whether an authenticator app is connected, and how many recovery codes are left.',
    permission: 'signedIn',
    withoutSecondFactor: true,
    inPerson: true,
    answer: z.object({
      totp: z.boolean(),
      enabled_at: z.number().nullable(),
      recovery_codes_left: z.number(),
      /** False for a user who only signs in with a provider or a passkey: the `password` of the proof is null then. */
      has_password: z.boolean(),
    }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/auth/second-factor/totp',
    summary: 'Begins to connect an authenticator app: its secret, shown once, good for 10 minutes.',
    permission: 'signedIn',
    withoutSecondFactor: true,
    inPerson: true,
    body: z.object(proof),
    answer: z.object({
      /** Base 32, for typing. */
      secret: z.string(),
      /** `otpauth://…`, for a QR code drawn in the browser. */
      uri: z.string(),
    }),
    errors: ['second_factor_active', ...proofErrors],
  }),
  enable: endpoint({
    method: 'POST',
    path: '/auth/second-factor/totp/enable',
    summary: 'Turns the second step on with a code of the app; answers the recovery codes, shown once.',
    permission: 'signedIn',
    withoutSecondFactor: true,
    inPerson: true,
    body: z.object({ code }),
    answer: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['step_expired', 'invalid_code', 'second_factor_active', 'too_many_attempts'],
  }),
  disable: endpoint({
    method: 'POST',
    path: '/auth/second-factor/totp/disable',
    summary: 'Turns the second step off.',
    permission: 'signedIn',
    inPerson: true,
    body: z.object(proof),
    errors: [...proofErrors],
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/auth/second-factor/recovery-codes',
    summary: 'New recovery codes; the old ones are void.',
    permission: 'signedIn',
    inPerson: true,
    body: z.object(proof),
    answer: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['second_factor_inactive', ...proofErrors],
  }),
}
