import type { AlarmRuleDraft, AlarmRuleView } from '@ohmstead/contract/alarm-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { alarmsKey } from '../../shared/alarms-key.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { showToast, undoToastMs } from '../../ui/toast-store.ts'
import { alarmRulesQuery, changeRule, createRule, type RulePlace, removeRule } from './alarm-rules-query.ts'

export const toDraft = (rule: AlarmRuleView): AlarmRuleDraft => ({
  ...{ name: rule.name, kind: rule.kind, settings: rule.settings, durationSeconds: rule.durationSeconds },
  ...{ grouping: rule.grouping, quiet: rule.quiet, sendsRecovery: rule.sendsRecovery },
  enabled: rule.enabled,
})

/** Switching, deleting and undoing; what fails is said, and the list is as the server has it. */
export function useRuleWrites(place: RulePlace) {
  const t = useT()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState<string | null>(null)
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: alarmRulesQuery(place).queryKey }),
      queryClient.invalidateQueries({ queryKey: alarmsKey }),
    ])
  const attempt = async (name: string, work: () => Promise<void>): Promise<boolean> => {
    if (busy !== null) return false
    setBusy(name)
    try {
      await work()
      return true
    } catch (error) {
      showToast(failureText(error, t), { tone: 'danger' })
      return false
    } finally {
      await refresh()
      setBusy(null)
    }
  }
  return {
    busy,
    refresh,
    add: (name: string, draft: AlarmRuleDraft) => attempt(name, () => createRule(place, draft)),
    setEnabled: (rule: AlarmRuleView, enabled: boolean) =>
      attempt(`rule-${rule.id}`, () => changeRule(place, rule, { ...toDraft(rule), enabled })),
    remove: async (rule: AlarmRuleView) => {
      if (!(await attempt(`rule-${rule.id}`, () => removeRule(place, rule.id)))) return
      const undo = () =>
        void createRule(place, toDraft(rule))
          .catch(() => undefined)
          .finally(() => void refresh())
      showToast(t('alarm_rules.done.deleted'), {
        delayMs: undoToastMs,
        action: { label: t('common.action.undo'), run: undo, isUndo: true },
      })
    },
  }
}

export type RuleWrites = ReturnType<typeof useRuleWrites>
