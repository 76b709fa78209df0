import crypto from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { syncBuiltinESMExports } from 'node:module'

// For Vitest, before a test file: the hash of a password is made as always but for its cost, which is a large part of what
// signing in by the hundred takes. What is kept still names the full cost, which `password-hash.test.ts` sees at work.

/** Hears of each hash. */
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
