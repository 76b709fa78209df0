import { findUsedKeys } from '../../apps/web/find-used-keys.ts'
import { awaitedMessages } from './spec-messages.ts'

/**
 * Which keys are unused, and which are used but missing. Everything that looks like a key of a known feature counts; so
 * does each argument of `t(…)` and `translate(…)`. `arrived` keys were awaited by the specification's list and are now
 * used.
 */
export function findKeyUse(
  keys: readonly string[],
  code: readonly string[],
): { unused: string[]; missing: string[]; arrived: string[] } {
  const known = new Set(keys)
  const used = findUsedKeys(keys, code)
  const missing = new Set<string>()
  for (const text of code)
    for (const [, literal] of text.matchAll(/\b(?:t|translate)\(\s*['"]([^'"]+)['"]/g))
      if (!known.has(literal!)) missing.add(literal!)
  return {
    unused: keys.filter((key) => !used.has(key) && !awaitedMessages.has(key)),
    missing: [...missing],
    arrived: keys.filter((key) => used.has(key) && awaitedMessages.has(key)),
  }
}
