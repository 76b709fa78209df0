import { listSources, readText } from './read-source.ts'

/** A limit as set in the code. */
export interface Throttle {
  file: string
  /** What is counted, with … for variable parts: `login-device:…`. */
  key: string
  attempts: number
  windowSeconds: number
  firstWaitSeconds: number
  longestWaitSeconds: number
}

const shared = 'apps/server/src/features/auth/sign-in-limits.ts'

/** Every call of `takeAttempt`, with the figures of its limit. */
export function readThrottles(): Throttle[] {
  return listSources('apps/server/src')
    .filter((file) => file !== 'apps/server/src/platform/throttle.ts')
    .flatMap((file) => {
      const text = readText(file)
      const calls = [...text.matchAll(/takeAttempt\(\s*[\w.]+,\s*(`[^`]*`|\w+),\s*(\{[^}]*\}|\w+),/g)]
      const mentions = text.match(/takeAttempt\(/g)?.length ?? 0
      if (calls.length !== mentions) throw new Error(`${file}: a call of takeAttempt that is not understood`)
      return calls.map(({ index, 1: key, 2: limit }) => ({
        file,
        key: findKey(text.slice(0, index), key!).replace(/\$\{[^}]*\}/g, '…'),
        ...(readLimit(text, limit!) as Omit<Throttle, 'file' | 'key'>),
      }))
    })
}

/** The text of a key, or of the preceding constant that contains one. */
function findKey(before: string, key: string): string {
  if (key.startsWith('`')) return key.slice(1, -1)
  const names = /const \[([\w, ]+)\] = \[([\s\S]*?)\]/g
  for (const [, left, right] of [...before.matchAll(names)].reverse()) {
    const at = left!.split(', ').indexOf(key)
    if (at >= 0) return [...right!.matchAll(/`([^`]*)`/g)][at]![1]!
  }
  const [, text] = [...before.matchAll(new RegExp(`const ${key} = \`([^\`]*)\``, 'g'))].at(-1) ?? []
  if (text === undefined) throw new Error(`the key ${key} is not understood`)
  return text
}

/** A literal or the name of a constant, with what it spreads from another. */
function readLimit(text: string, limit: string): Record<string, number> {
  if (!limit.startsWith('{')) {
    const constant = new RegExp(`const ${limit}(?:: ThrottleLimit)? = (\\{[^}]*\\})`)
    const [, literal] = constant.exec(text) ?? constant.exec(readText(shared)) ?? []
    if (!literal) throw new Error(`the limit ${limit} is not understood`)
    return readLimit(text, literal)
  }
  const [, base] = /\.\.\.(\w+)/.exec(limit) ?? []
  const own = [...limit.matchAll(/(\w+): ([\d_]+)/g)].map(([, name, value]) => [
    name!,
    Number(value!.replaceAll('_', '')),
  ])
  return { ...(base && readLimit(text, base)), ...Object.fromEntries(own) }
}
