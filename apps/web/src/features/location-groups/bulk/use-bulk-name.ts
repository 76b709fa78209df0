import type { BulkChangeView, BulkWish } from '@ohmstead/contract/bulk-changes'
import { getReadyRule } from '@ohmstead/domain/alarms/alarm-rule'
import { useRuleText } from '../../../shared/alarm-rules/use-rule-text.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { formatParameter } from '../../../shared/parameter-name.ts'
import { useParameterText } from '../../../shared/use-parameter-text.ts'

/** What a change does, in a few words. */
export function useBulkName(): (
  change: Pick<BulkChangeView, 'action' | 'wish' | 'target' | 'undoes'>,
) => string {
  const t = useT()
  const rules = useRuleText()
  const write = useParameterText()
  const describe = (wish: BulkWish): string | undefined => {
    if (wish.action === 'rule') return rules.name({ ...getReadyRule(wish.rule), name: null })
    if (wish.action === 'update') return wish.name
    if (wish.action !== 'parameter') return undefined
    const { category, parameter: name, value } = wish
    const text = write({ name, unit: null, options: [] }, value)
    return `${t(`device.category.${category}`)}, ${formatParameter(name, t)} = ${text}`
  }
  return ({ action, wish, target, undoes }) => {
    const detail = describe(wish) ?? target?.name
    const what = [t(`bulk_changes.action.${action}`), detail].filter(Boolean).join(': ')
    return undoes === null ? what : t('bulk_changes.undo_of', { what })
  }
}
