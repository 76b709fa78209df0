import type { AlarmRulesView } from '@ohmstead/contract/alarm-rules'
import { useT } from '../../shared/i18n/use-t.ts'
import { formatMetric } from '../../shared/metric-name.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { listMetrics, listSubjects, type RuleForm } from './rule-draft.ts'

interface Props {
  form: RuleForm
  known: AlarmRulesView
  isGroup: boolean
  onChange: (fields: Partial<RuleForm>) => void
}

/** Of which devices, and which of their values. */
export function SubjectFields({ form, known: { devices }, isGroup, onChange }: Props) {
  const t = useT()
  const label = (subject: string) => {
    const [type, ...rest] = subject.split(':')
    const key = rest.join(':')
    if (type === 'category') return t(`device.category.${key as 'GRID'}`)
    return type === 'device' ? (devices.find((one) => one.key === key)?.name ?? key) : t('alarm_rules.house')
  }
  const metrics = listMetrics(form.subject, devices)
  const choose = (subject: string) => {
    const others = listMetrics(subject, devices)
    onChange({ subject, metric: others.includes(form.metric) ? form.metric : (others[0] ?? '') })
  }
  return (
    <>
      <SelectField
        label={t('alarm_rules.field.subject')}
        value={form.subject}
        options={listSubjects(devices, isGroup).map((value) => ({ value, label: label(value) }))}
        onChange={choose}
      />
      {metrics.length > 0 && (
        <SelectField
          label={t('alarm_rules.field.metric')}
          value={form.metric}
          options={metrics.map((value) => ({ value, label: formatMetric(value, t) }))}
          onChange={(metric) => onChange({ metric })}
        />
      )}
    </>
  )
}
