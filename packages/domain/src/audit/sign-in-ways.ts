/** The ways to sign in, or to try. */
export const signInWays = [
  'password',
  'password_code',
  'passkey',
  'provider',
  'provider_code',
  'setup_code',
] as const

export type SignInWay = (typeof signInWays)[number]
