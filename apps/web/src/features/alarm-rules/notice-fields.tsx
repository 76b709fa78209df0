import type { AlarmRulesView } from '@ohmstead/contract/alarm-rules'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './alarm-rules.module.css'
import type { RuleForm } from './rule-draft.ts'

interface Props {
  form: RuleForm
  known: AlarmRulesView
  isGroup: boolean
  onChange: (fields: Partial<RuleForm>) => void
}

/** How many messages a rule may make, and when. */
export function NoticeFields({ form, known, isGroup, onChange }: Props) {
  const t = useT()
  const format = useFormat()
  const { locations, mostAlarmsOfEach: most } = known
  return (
    <>
      {isGroup && (
        <SelectField
          label={t('alarm_rules.grouping.label')}
          value={locations > most ? 'together' : form.grouping}
          options={[
            { value: 'each', label: t('alarm_rules.grouping.each'), disabled: locations > most },
            { value: 'together', label: t('alarm_rules.grouping.together') },
          ]}
          help={t('alarm_rules.grouping.note', { count: format.number(locations), most })}
          onChange={(value) => onChange({ grouping: value as RuleForm['grouping'] })}
        />
      )}
      <Checkbox
        name="sendsRecovery"
        label={t('alarm_rules.recovery')}
        checked={form.sendsRecovery}
        onChange={(sendsRecovery) => onChange({ sendsRecovery })}
      />
      <Checkbox
        name="isQuiet"
        label={t('alarm_rules.quiet.label')}
        checked={form.isQuiet}
        onChange={(isQuiet) => onChange({ isQuiet })}
      />
      {form.isQuiet && (
        <div className={styles.fields}>
          <TextField
            type="time"
            label={t('alarm_rules.quiet.from')}
            value={form.quietFrom}
            onChange={(quietFrom) => onChange({ quietFrom })}
          />
          <TextField
            type="time"
            label={t('alarm_rules.quiet.until')}
            value={form.quietUntil}
            onChange={(quietUntil) => onChange({ quietUntil })}
          />
        </div>
      )}
    </>
  )
}
