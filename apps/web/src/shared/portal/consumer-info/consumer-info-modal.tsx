import { useLingui } from '@lingui/react'
import { type FormEvent, useMemo, useState } from 'react'
import { SelectField } from '../../../ui/select-field.tsx'
import textStyles from '../../../ui/text.module.css'
import { TextField } from '../../../ui/text-field.tsx'
import { FormModal } from '../../forms/form-modal.tsx'
import { useForm } from '../../forms/use-form.ts'
import { formatTag } from '../../i18n/locale.ts'
import { useT } from '../../i18n/use-t.ts'
import type { PortalDevice } from '../portal-query.ts'
import { formatPriceText } from '../price-text.ts'
import { formatDeviceName } from '../use-portal-devices.ts'
import { AgreedPowerFields, AgreedPowerRegister } from './agreed-powers.tsx'
import {
  type AgreedTexts,
  type ChoiceField,
  choiceFields,
  consumerInfoRules,
  consumerInfoTexts,
  fieldValueOf,
  isOwnWord,
  numberFields,
  readAgreedPowers,
  readConsumerInfo,
} from './consumer-info-fields.ts'
import styles from './consumer-info-modal.module.css'
import { useSaveConsumerInfo } from './use-save-consumer-info.ts'

const groups = ['0', '1', '2', '3', '4'] as const
const consumerTypes = ['RESIDENTIAL', 'INDUSTRIAL', 'OTHER'] as const

export interface ConsumerInfoModalProps {
  device: PortalDevice
  /** Only the agreed powers, for where nothing else is asked for. */
  isPowersOnly?: boolean
  onClose: () => void
}

/** The data of a metering point: the portal's values are fixed, open ones can be filled in. */
export function ConsumerInfoModal({ device, isPowersOnly = false, onClose }: ConsumerInfoModalProps) {
  const t = useT()
  const { i18n } = useLingui()
  const tag = formatTag(i18n.locale)
  const info = device.consumerInfo
  const save = useSaveConsumerInfo(device.id)
  const initial = useMemo(() => consumerInfoTexts(info, tag), [info, tag])
  const limits = info?.powerLimits ?? []
  const mayAgree = isOwnWord(device, 'powerLimits')
  const [isTried, setTried] = useState(false)
  const [agreed, setAgreed] = useState<AgreedTexts | null>(null)
  const isFromFile = mayAgree && limits.length > 0 && !info?.manual.includes('powerLimits')
  const agreedTexts = agreed ?? agreedTextsOf(mayAgree && !isFromFile ? limits[0] : undefined, tag)
  const agreedNow = readAgreedPowers(agreedTexts)
  const form = useForm({
    initial,
    rules: consumerInfoRules,
    labels: Object.fromEntries(
      [...choiceFields, ...numberFields].map((field) => [field, t(`portal.details.${field}`)]),
    ),
    texts: Object.fromEntries(numberFields.map((field) => [field, t('portal.sidebar.price_wrong')])),
    send: async (values) => {
      if (agreed && agreedNow.problem) return
      const powers = agreed ? { agreedPowers: agreedNow.powers } : {}
      await save.mutateAsync({ ...readConsumerInfo(values, initial), ...powers })
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    setTried(true)
    form.submit(event)
  }
  const choice = (field: ChoiceField, options: readonly { value: string; label: string }[]) => {
    const isAssumed = info?.assumed.includes(field) ?? false
    const usual = isAssumed && options.find(({ value }) => value === String(fieldValueOf(info, field)))
    return (
      <SelectField
        {...form.text(field)}
        placeholder={
          usual ? t('portal.details.assumed', { value: usual.label }) : t('portal.details.unknown')
        }
        disabled={!isOwnWord(device, field)}
        options={options}
      />
    )
  }
  const yesNo = [
    { value: 'true', label: t('portal.details.yes') },
    { value: 'false', label: t('portal.details.no') },
  ]
  return (
    <FormModal
      title={formatDeviceName(device)}
      size="wide"
      lead={
        !isPowersOnly && (
          <p className={textStyles.soft}>
            {t(device.source === 'csv' ? 'portal.details.lead_csv' : 'portal.details.lead')}
          </p>
        )
      }
      failure={form.failure}
      action={t('portal.details.save')}
      isBusy={form.isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {!isPowersOnly && (
        <div className={styles.fields}>
          {choice(
            'consumerType',
            consumerTypes.map((type) => ({ value: type, label: t(`portal.details.type.${type}`) })),
          )}
          {choice(
            'userGroup',
            groups.map((group) => ({ value: group, label: t(`portal.details.group.${group}`) })),
          )}
          {choice('isThreePhase', [
            { value: 'true', label: t('portal.details.three_phase') },
            { value: 'false', label: t('portal.details.single_phase') },
          ])}
          {choice('tariffsCount', [
            { value: '1', label: t('portal.details.one_tariff') },
            { value: '2', label: t('portal.details.two_tariffs') },
          ])}
          {numberFields.map((field) => (
            <TextField
              {...form.text(field)}
              key={field}
              inputMode="decimal"
              autoComplete="off"
              disabled={!isOwnWord(device, field)}
            />
          ))}
          {choice('netMetering', yesNo)}
        </div>
      )}
      {(isFromFile || !mayAgree) && <AgreedPowerRegister limits={limits} />}
      {isFromFile && <p className={textStyles.soft}>{t('portal.details.agreed_from_file')}</p>}
      {mayAgree && (
        <>
          <AgreedPowerFields
            texts={agreedTexts}
            problem={isTried ? agreedNow.problem : null}
            onChange={setAgreed}
          />
          <div className={styles.fields}>
            {choice('limitSetBy', [
              { value: 'operator', label: t('portal.details.by.operator') },
              { value: 'user', label: t('portal.details.by.user') },
            ])}
          </div>
        </>
      )}
    </FormModal>
  )
}

function agreedTextsOf(
  limit: { block1: number; block2: number; block3: number; block4: number; block5: number } | undefined,
  tag: string,
): AgreedTexts {
  if (!limit) return ['', '', '', '', '']
  const { block1, block2, block3, block4, block5 } = limit
  const text = (power: number) => formatPriceText(power, tag)
  return [text(block1), text(block2), text(block3), text(block4), text(block5)]
}
