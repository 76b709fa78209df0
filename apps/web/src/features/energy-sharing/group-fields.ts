import { fieldError } from '../../shared/forms/field-error.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import type { GroupDraft, GroupProblems } from './group-draft.ts'

/** What every part of the form about a group's terms reads and writes. */
export interface GroupFieldsProps {
  draft: GroupDraft
  /** Shown problems; none before the part was to be left. */
  problems: GroupProblems
  today: string
  onChange: (draft: GroupDraft) => void
}

export function useGroupProblem(problems: GroupProblems) {
  const t = useT()
  return (name: string, label: string) => fieldError(problems[name], label, t)
}
