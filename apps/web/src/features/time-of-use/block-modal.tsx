import { nameRules } from '@ohmstead/domain/forms/form-rules'
import { isDecimalText } from '@ohmstead/domain/money/exact'
import { checkTimePlanBlock } from '@ohmstead/domain/pricing/check-time-plan-block'
import {
  type TimePlanBlock,
  type TimePlanBlockType,
  timePlanBlockTypes,
} from '@ohmstead/domain/pricing/time-plan'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { useLeaveQuestion } from '../../shared/forms/use-leave-question.tsx'
import { formatTag } from '../../shared/i18n/locale.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { readDecimal, writeDecimal } from '../../shared/pricing/decimal-text.ts'
import type { TimePlanView } from '../../shared/pricing/time-plans-query.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ColorField, planColors } from './color-field.tsx'
import { TierFields, type TierText } from './tier-fields.tsx'
import { failureOf, useFormBase } from './use-form-base.ts'
import { usePlanWrites } from './use-plan-writes.ts'

type Block = TimePlanBlock & { isInUse: boolean }

/** A block: what it sets, what it looks like on the grid, and what it proposes. */
export function BlockModal({
  plan,
  block,
  type,
  onWritten,
  onSaved,
  onClose,
}: {
  plan: TimePlanView
  block: Block | null
  /** Of a new one. */
  type: TimePlanBlockType
  onWritten: (version: number) => void
  onSaved: (block: TimePlanBlock) => void
  onClose: () => void
}) {
  const t = useT()
  const { locale } = useFormat()
  const { save } = usePlanWrites()
  const asTyped = (amount: string) => writeDecimal(amount, formatTag(locale))
  const stored = plan.blocks.find(({ id }) => id === block?.id) ?? block
  const [newColor] = useState(() => planColors[(plan.blocks.length + 1) % planColors.length]!)
  const first = {
    values: {
      title: stored?.title ?? '',
      type: stored?.type ?? type,
      value: asTyped(stored?.value ?? ''),
    } as Record<'title' | 'type' | 'value', string>,
    color: stored?.color ?? newColor,
    tiers: (stored?.tiers ?? []).map(
      ({ aboveKwh, value }): TierText => ({ aboveKwh: String(aboveKwh), value: asTyped(value) }),
    ),
  }
  const [color, setColor] = useState<string>(first.color)
  const [tiers, setTiers] = useState<readonly TierText[]>(first.tiers)
  const [problems, setProblems] = useState<ReturnType<typeof checkTimePlanBlock>>({})
  const form = useForm({
    initial: first.values,
    rules: { title: nameRules(100) },
    labels: {
      title: t('time_of_use.field.title'),
      type: t('time_of_use.field.type'),
      value: t('time_of_use.field.price'),
    },
    send: async (values) => {
      const isPower = values.type === 'LIMIT_POWER'
      const written = {
        type: values.type as TimePlanBlockType,
        title: values.title.trim(),
        color,
        value: values.value.trim() === '' ? null : readDecimal(values.value),
        tiers: isPower
          ? []
          : tiers.map((tier) => ({
              aboveKwh: toNumber(readDecimal(tier.aboveKwh)),
              value: readDecimal(tier.value),
            })),
      }
      const found = checkTimePlanBlock(written)
      setProblems(found)
      if (Object.keys(found).length > 0) return
      const body = { ...written, version: base.version }
      const params = { timePlanId: plan.id }
      const saved = await save(async () => {
        const answer = block
          ? await call('PUT /timeplans/:timePlanId/blocks/:blockId', {
              params: { ...params, blockId: block.id },
              body,
            })
          : await call('POST /timeplans/:timePlanId/blocks', { params, body })
        onWritten(answer.version)
        return answer.block
      }).catch(base.refuse)
      onSaved(saved)
      onClose()
    },
  })
  const base = useFormBase(plan.version, first, (from, to) => {
    form.follow(from.values, to.values)
    if (color === from.color) setColor(to.color)
    if (isAlike(tiers, from.tiers)) setTiers(to.tiers)
  })
  const isChanged = !isAlike({ values: form.values, color, tiers }, base.fields)
  const leave = useLeaveQuestion(isChanged, onClose)
  const isPower = form.values.type === 'LIMIT_POWER'
  const valueLabel = t(isPower ? 'time_of_use.field.limit' : 'time_of_use.field.price')
  const valueProblem = problems.value
  const uses = plan.usedBy.length + plan.otherUses
  return (
    <FormModal
      title={block ? t('time_of_use.block.edit', { title: block.title }) : t('time_of_use.block.add')}
      failure={failureOf(form, t)}
      action={t('common.action.save')}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={leave.close}
    >
      <TextField {...form.text('title')} autoComplete="off" autoFocus />
      <SelectField
        {...form.text('type')}
        disabled={block?.isInUse ?? false}
        help={block?.isInUse ? t('time_of_use.block.type_fixed') : undefined}
        options={timePlanBlockTypes.map((one) => ({ value: one, label: t(`time_of_use.type.${one}`) }))}
      />
      <ColorField color={color} onChange={setColor} />
      <TextField
        {...form.text('value')}
        label={valueLabel}
        error={valueProblem && t(valueProblem.key, { ...valueProblem.params, field: valueLabel })}
        help={t(isPower ? 'time_of_use.field.limit_help' : 'time_of_use.field.price_help')}
        inputMode="decimal"
        autoComplete="off"
      />
      {block === null && !isPower && form.values.value.trim() === '' && uses > 0 && (
        <p role="status">{t('time_of_use.unpriced.new_block', { count: uses })}</p>
      )}
      {!isPower && <TierFields tiers={tiers} problems={problems} onChange={setTiers} />}
      {leave.question}
    </FormModal>
  )
}

const isAlike = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const toNumber = (text: string) => (isDecimalText(text) ? Number(text) : Number.NaN)
