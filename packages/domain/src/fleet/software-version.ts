import type { ControllerKind } from './controller-kind.ts'

/** How often a kind of controller runs a version. */
export interface SoftwareUse {
  kind: ControllerKind
  version: string
  count: number
}

/**
 * Compares two versions of one software by their numbers, and where these are equal by their letters: 2.10.0 is newer
 * than 2.9.1, and 2.0.0 is newer than 2.0.0-rc1. Negative if `a` is older.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [split(a), split(b)]
  for (let index = 0; index < Math.max(left.numbers.length, right.numbers.length); index++) {
    const difference = (left.numbers[index] ?? 0) - (right.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  if (left.rest === right.rest) return 0
  if (left.rest === '' || right.rest === '') return left.rest === '' ? 1 : -1
  return left.rest < right.rest ? -1 : 1
}

/** Numbers before the first letter, without the leading v of many. */
function split(version: string): { numbers: number[]; rest: string } {
  const [, numbers = '', rest = ''] = /^v?([\d.]*)(.*)$/is.exec(version.trim())!
  return { numbers: numbers.split('.').filter(Boolean).map(Number), rest: rest.replace(/^[-_+ ]/, '') }
}

/** The newest version of each kind of controller that any of them runs. */
export function findNewestVersions(uses: readonly SoftwareUse[]): Map<ControllerKind, string> {
  const newest = new Map<ControllerKind, string>()
  for (const { kind, version } of uses) {
    const known = newest.get(kind)
    if (known === undefined || compareVersions(version, known) > 0) newest.set(kind, version)
  }
  return newest
}
