import { awaitedMessages } from './spec-messages.ts'

/**
 * Which keys are unused, and which are used but missing. A key is written as a complete text
 * ('a.b.c') or as a template (`a.b.${x}`), which uses every key of that form. Everything that looks like a key of a known
 * feature counts; so does each argument of `t(…)` and `translate(…)`. `arrived` keys were awaited by the
 * specification's list and are now used.
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

/** `controllers.kind.${kind}.text` matches every key with one part in place of the braces. */
function toPattern(template: string): RegExp {
  const parts = template
    .split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[A-Za-z0-9_-]+')}$`)
}
