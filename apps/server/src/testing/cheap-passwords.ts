import crypto from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { syncBuiltinESMExports } from 'node:module'

// For Vitest, before a test file: password hashing is cheap here, since its cost is a large part of signing in by the
// hundred. The stored hash still states the full cost, which `password-hash.test.ts` tests.

/** Called with each hash. */
export const hashChannel = 'ohmstead.test.argon2'

type Argon2 = typeof crypto.argon2
const atFullCost = crypto.argon2
const hashed = channel(hashChannel)
const argon2AtLowCost: Argon2 = (algorithm, parameters, callback) => {
  hashed.publish(algorithm)
  atFullCost(algorithm, { ...parameters, memory: 8 * parameters.parallelism, passes: 1 }, callback)
}
// Files of one worker share it.
if (atFullCost.name !== argon2AtLowCost.name) {
  crypto.argon2 = argon2AtLowCost
  syncBuiltinESMExports()
}
