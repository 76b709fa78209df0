import type { SharingGroupDetailView, SharingProblemView } from '@ohmstead/contract/energy-sharing-groups'
import { useT } from '../../shared/i18n/use-t.ts'

/** What keeps a group from being settled, in a sentence. */
export function useProblemText(): (problem: SharingProblemView) => string {
  const t = useT()
  return ({ kind }) => t(`energy_sharing.problem.${kind}`)
}

/** Of one member, or of the group as a whole. */
export function problemsOf({ problems }: SharingGroupDetailView, memberId: number | null) {
  return problems.filter((problem) => problem.memberId === memberId)
}
