import type { ReadingProblemView } from '@ohmstead/contract/portal'

/** One entry for each kind: how many, and the first. */
export function joinProblems(problems: readonly ReadingProblemView[]): ReadingProblemView[] {
  const kinds = Map.groupBy(problems, ({ kind }) => kind)
  return [...kinds].map(([kind, same]) => ({
    kind,
    count: same.reduce((sum, { count }) => sum + count, 0),
    first: Math.min(...same.map(({ first }) => first)),
  }))
}
