/**
 * The keys that code names. One is written as a complete text ('a.b.c') or as a template (`a.b.${x}`), which uses every
 * key of that form.
 */
export function findUsedKeys(keys: readonly string[], code: readonly string[]): Set<string> {
  const known = new Set(keys)
  const used = new Set<string>()
  for (const text of code) {
    for (const [, literal] of text.matchAll(/['"`]([a-z_]+(?:\.[A-Za-z0-9_-]+)+)['"`]/g))
      if (known.has(literal!)) used.add(literal!)
    for (const [, template] of text.matchAll(/`([a-z_]+\.[^`]*\$\{[^`]*)`/g)) {
      const pattern = toPattern(template!)
      for (const key of keys) if (pattern.test(key)) used.add(key)
    }
  }
  return used
}

/** `controllers.kind.${kind}.text` matches every key with one part in place of the braces. */
function toPattern(template: string): RegExp {
  const parts = template
    .split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[A-Za-z0-9_-]+')}$`)
}
