import { awaitedMessages } from './spec-messages.ts'

/**
 * Which keys no code names, and which the code names although they do not exist. A key is named as a whole text
 * ('a.b.c') or as a template (`a.b.${x}`), which names every key of that form. Whatever looks like a key of a known
 * feature counts as one; so does each argument of `t(…)` and `translate(…)`. Those that have `arrived` were awaited by the
 * specification's list and are now named.
 */
export function findKeyUse(
  keys: readonly string[],
  code: readonly string[],
): { unused: string[]; missing: string[]; arrived: string[] } {
  const known = new Set(keys)
  const used = new Set<string>()
  const missing = new Set<string>()
  for (const text of code) {
    for (const [, literal] of text.matchAll(/['"`]([a-z_]+(?:\.[A-Za-z0-9_-]+)+)['"`]/g)) {
      if (known.has(literal!)) used.add(literal!)
    }
    for (const [, literal] of text.matchAll(/\b(?:t|translate)\(\s*['"]([^'"]+)['"]/g)) {
      if (!known.has(literal!)) missing.add(literal!)
    }
    for (const [, template] of text.matchAll(/`([a-z_]+\.[^`]*\$\{[^`]*)`/g)) {
      const pattern = toPattern(template!)
      for (const key of keys) if (pattern.test(key)) used.add(key)
    }
  }
  return {
    unused: keys.filter((key) => !used.has(key) && !awaitedMessages.has(key)),
    missing: [...missing],
    arrived: keys.filter((key) => used.has(key) && awaitedMessages.has(key)),
  }
}

/** `controllers.kind.${kind}.text` names every key with one part in place of the braces. */
function toPattern(template: string): RegExp {
  const parts = template
    .split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[A-Za-z0-9_-]+')}$`)
}
