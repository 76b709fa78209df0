import type { BulkChangeView } from '@ohmstead/contract/bulk-changes'
import { getReadyRule } from '@ohmstead/domain/alarms/alarm-rule'
import { useRuleText } from '../../../shared/alarm-rules/use-rule-text.ts'
import { useT } from '../../../shared/i18n/use-t.ts'

/** What a change does, in a few words. */
export function useBulkName(): (
  change: Pick<BulkChangeView, 'action' | 'wish' | 'target' | 'undoes'>,
) => string {
  const t = useT()
  const rules = useRuleText()
  return ({ action, wish, target, undoes }) => {
    const detail =
      wish.action === 'rule' ? rules.name({ ...getReadyRule(wish.rule), name: null }) : target?.name
    const what = [t(`bulk_changes.action.${action}`), detail].filter(Boolean).join(': ')
    return undoes === null ? what : t('bulk_changes.undo_of', { what })
  }
}
