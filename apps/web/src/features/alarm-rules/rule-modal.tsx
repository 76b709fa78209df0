import type { AlarmRulesView, AlarmRuleView } from '@ohmstead/contract/alarm-rules'
import {
  clearLevelOf,
  findRuleProblem,
  type RuleProblem,
  ruleConditions,
} from '@ohmstead/domain/alarms/alarm-rule'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useRuleText } from '../../shared/alarm-rules/use-rule-text.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { DecimalField } from '../../shared/pricing/decimal-field.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './alarm-rules.module.css'
import { changeRule, createRule, type RulePlace } from './alarm-rules-query.ts'
import { NoticeFields } from './notice-fields.tsx'
import { hasClearLevel, type RuleForm, toForm, toRuleDraft, unitOfFields } from './rule-draft.ts'
import { RulePreview } from './rule-preview.tsx'
import { SubjectFields } from './subject-fields.tsx'

interface Props {
  place: RulePlace
  known: AlarmRulesView
  initial: RuleForm
  /** The rule that is changed; a new one if absent. */
  rule?: AlarmRuleView
  onSaved: () => void
  /** The rule may have been changed or deleted meanwhile. */
  onFailed: () => void
  onClose: () => void
}

/** A rule in fields and in words, and what it would have done. */
export function RuleModal({ place, known, initial, rule, onSaved, onFailed, onClose }: Props) {
  const t = useT()
  const text = useRuleText()
  const [form, setForm] = useState<RuleForm>(() => (rule ? toForm(rule) : initial))
  const [isTried, setTried] = useState(false)
  const [isShown, setShown] = useState(false)
  const draft = toRuleDraft(form)
  const problem = findRuleProblem(draft)
  const change = (fields: Partial<RuleForm>) => setForm((now) => ({ ...now, ...fields }))
  const save = useMutation({
    mutationFn: () => (rule ? changeRule(place, rule, draft) : createRule(place, draft)),
    onSuccess: () => {
      showToast(t('alarm_rules.done.saved'), { tone: 'success' })
      onSaved()
    },
    onError: onFailed,
  })
  const submit = () => {
    setTried(true)
    if (problem === null) save.mutate()
  }
  const show = () => {
    setTried(true)
    setShown(true)
  }
  const errorOf = (name: RuleProblem) =>
    isTried && problem === name ? t(`alarm_rules.wrong.${name}` as MessageKey) : undefined
  const unit = unitOfFields(draft)
  const isOwn = form.kind === 'metric'
  const { value } = draft.settings
  const usualClear =
    value !== null && Number.isFinite(value) ? clearLevelOf({ ...draft.settings, clear: null }) : null
  const number = (name: 'value' | 'upper' | 'clear') => ({
    name,
    label: t(`alarm_rules.field.${name}` as MessageKey, { unit }),
    value: form[name],
    error: errorOf(name),
    onChange: (value: string) => change({ [name]: value }),
  })
  return (
    <FormModal
      title={
        rule
          ? t('alarm_rules.action.edit_of', { name: text.name(rule, known.devices) })
          : t('alarm_rules.action.add')
      }
      size="wide"
      failure={save.error ? failureText(save.error, t) : null}
      action={t('common.action.save')}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {problem === null && <p className={styles.sentence}>{text.sentence(draft, known.devices)}</p>}
      <div className={styles.fields}>
        {isOwn && (
          <>
            <SubjectFields form={form} known={known} isGroup={'locationGroupId' in place} onChange={change} />
            <SelectField
              label={t('alarm_rules.field.condition')}
              value={form.condition}
              options={ruleConditions.map((value) => ({ value, label: t(`alarm_rules.condition.${value}`) }))}
              onChange={(value) => change({ condition: value as RuleForm['condition'] })}
            />
          </>
        )}
        {form.condition !== 'frozen' && <DecimalField {...number('value')} />}
        {form.condition === 'between' && <DecimalField {...number('upper')} />}
        {hasClearLevel(form) && (
          <DecimalField
            {...number('clear')}
            help={
              usualClear === null
                ? undefined
                : t('alarm_rules.field.clear_help', { level: text.limit(draft, usualClear) })
            }
          />
        )}
        {(isOwn || form.kind === 'battery_idle') && (
          <DecimalField
            name="minutes"
            label={t('alarm_rules.field.minutes')}
            value={form.minutes}
            error={errorOf('duration')}
            onChange={(minutes) => change({ minutes })}
          />
        )}
        <TextField
          name="name"
          label={t('alarm_rules.field.name')}
          value={form.name}
          maxLength={100}
          onChange={(name) => change({ name })}
        />
      </div>
      <NoticeFields form={form} known={known} isGroup={'locationGroupId' in place} onChange={change} />
      {isShown && problem === null ? (
        <RulePreview place={place} draft={draft} />
      ) : (
        <Button onClick={show}>{t('alarm_rules.action.preview')}</Button>
      )}
    </FormModal>
  )
}
