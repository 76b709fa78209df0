import type { BulkWish } from '@ohmstead/contract/bulk-changes'
import { getReadyRule, readyRuleNames } from '@ohmstead/domain/alarms/alarm-rule'
import { useState } from 'react'
import { useRuleText } from '../../../shared/alarm-rules/use-rule-text.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { SelectField } from '../../../ui/select-field.tsx'

/** Which of the ready-made alarm rules. */
export function RuleFields({ onWish }: { onWish: (wish: BulkWish | null) => void }) {
  const t = useT()
  const text = useRuleText()
  const [rule, setRule] = useState('')
  const chosen = readyRuleNames.find((one) => one === rule)
  return (
    <SelectField
      label={t('bulk_changes.form.which_rule')}
      value={rule}
      placeholder={t('bulk_changes.form.pick')}
      options={readyRuleNames.map((name) => ({
        value: name,
        label: text.name({ ...getReadyRule(name), name: null }),
      }))}
      {...(chosen && { help: text.sentence(getReadyRule(chosen)) })}
      onChange={(value) => {
        setRule(value)
        const name = readyRuleNames.find((one) => one === value)
        onWish(name ? { action: 'rule', rule: name } : null)
      }}
    />
  )
}
