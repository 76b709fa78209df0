import { useLingui } from '@lingui/react'
import type { ManualConsumerInfo } from '@ohmstead/contract/portal-consumer-info'
import { useState } from 'react'
import { FormModal } from '../../../shared/forms/form-modal.tsx'
import { formatTag } from '../../../shared/i18n/locale.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import type { PortalDevice } from '../../../shared/portal/portal-query.ts'
import { formatPriceText, parseDecimalText } from '../../../shared/portal/price-text.ts'
import { formatDeviceName } from '../../../shared/portal/use-portal-devices.ts'
import { errorText } from '../../../shared/states/page-states.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import textStyles from '../../../ui/text.module.css'
import { TextField } from '../../../ui/text-field.tsx'
import { AgreedPowerFields, AgreedPowerRegister } from './agreed-powers.tsx'
import { type AgreedTexts, isOwnWord, type ManualField, readAgreedPowers } from './consumer-info-fields.ts'
import styles from './consumer-info-modal.module.css'
import { useSaveConsumerInfo } from './portal-mutations.ts'

const numbers = [
  'connectionPower',
  'currentLimit',
  'billingPower',
  'productionPower',
  'yearlyWorkHours',
] as const
type NumberField = (typeof numbers)[number]
const groups = ['0', '1', '2', '3', '4'] as const
const consumerTypes = ['RESIDENTIAL', 'INDUSTRIAL', 'OTHER'] as const

/** What is known of a metering point: the portal's word stands, what it leaves open can be filled in. */
export function ConsumerInfoModal({ device, onClose }: { device: PortalDevice; onClose: () => void }) {
  const t = useT()
  const { i18n } = useLingui()
  const tag = formatTag(i18n.locale)
  const info = device.consumerInfo
  const save = useSaveConsumerInfo(device.id)
  const [change, setChange] = useState<ManualConsumerInfo>({})
  const [texts, setTexts] = useState<Partial<Record<NumberField, string>>>({})
  const [isTried, setTried] = useState(false)
  const limits = info?.powerLimits ?? []
  const mayAgree = isOwnWord(device, 'powerLimits')
  const [agreed, setAgreed] = useState<AgreedTexts | null>(null)
  const isFromFile = mayAgree && limits.length > 0 && !info?.manual.includes('powerLimits')
  const agreedTexts = agreed ?? agreedTextsOf(mayAgree && !isFromFile ? limits[0] : undefined, tag)
  const agreedNow = readAgreedPowers(agreedTexts)
  const isFixed = (field: ManualField) => !isOwnWord(device, field)
  const textOf = (field: NumberField) => texts[field] ?? formatPriceText(info?.[field] ?? null, tag)
  const isWrong = (field: NumberField) =>
    textOf(field).trim() !== '' && parseDecimalText(textOf(field)) === null
  const pick = <K extends keyof ManualConsumerInfo>(field: K, value: ManualConsumerInfo[K]) =>
    setChange((now) => ({ ...now, [field]: value }))

  const submit = () => {
    setTried(true)
    if (numbers.some(isWrong) || (agreed && agreedNow.problem) || save.isPending) return
    const typed = Object.fromEntries(
      numbers.flatMap((field) =>
        texts[field] === undefined ? [] : [[field, parseDecimalText(texts[field])]],
      ),
    )
    const powers = agreed ? { agreedPowers: agreedNow.powers } : {}
    save.mutate({ ...change, ...typed, ...powers }, { onSuccess: onClose })
  }
  const choice = <K extends 'userGroup' | 'consumerType' | 'isThreePhase' | 'tariffsCount' | 'netMetering'>(
    field: K,
    options: readonly { value: string; label: string }[],
    parse: (value: string) => ManualConsumerInfo[K],
  ) => {
    const isAssumed = info?.assumed.includes(field) ?? false
    const now = field in change ? change[field] : isAssumed ? null : info?.[field]
    const usual = isAssumed && options.find(({ value }) => value === String(info?.[field]))
    return (
      <SelectField
        name={field}
        label={t(`portal.details.${field}`)}
        value={now === null || now === undefined ? '' : String(now)}
        placeholder={
          usual ? t('portal.details.assumed', { value: usual.label }) : t('portal.details.unknown')
        }
        disabled={isFixed(field)}
        options={options}
        onChange={(value) => pick(field, value === '' ? null : parse(value))}
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
        <p className={textStyles.soft}>
          {t(device.source === 'csv' ? 'portal.details.lead_csv' : 'portal.details.lead')}
        </p>
      }
      failure={save.error && errorText(save.error, t)}
      action={t('portal.details.save')}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.fields}>
        {choice(
          'consumerType',
          consumerTypes.map((type) => ({ value: type, label: t(`portal.details.type.${type}`) })),
          (value) => consumerTypes.find((type) => type === value) ?? null,
        )}
        {choice(
          'userGroup',
          groups.map((group) => ({ value: group, label: t(`portal.details.group.${group}`) })),
          (value) => Number(value) as 0 | 1 | 2 | 3 | 4,
        )}
        {choice(
          'isThreePhase',
          [
            { value: 'true', label: t('portal.details.three_phase') },
            { value: 'false', label: t('portal.details.single_phase') },
          ],
          (value) => value === 'true',
        )}
        {choice(
          'tariffsCount',
          [
            { value: '1', label: t('portal.details.one_tariff') },
            { value: '2', label: t('portal.details.two_tariffs') },
          ],
          (value) => Number(value) as 1 | 2,
        )}
        {numbers.map((field) => (
          <TextField
            key={field}
            name={field}
            label={t(`portal.details.${field}`)}
            inputMode="decimal"
            autoComplete="off"
            value={textOf(field)}
            disabled={isFixed(field)}
            error={isTried && isWrong(field) ? t('portal.sidebar.price_wrong') : undefined}
            onChange={(text) => setTexts((now) => ({ ...now, [field]: text }))}
          />
        ))}
        {choice('netMetering', yesNo, (value) => value === 'true')}
      </div>
      {(isFromFile || !mayAgree) && <AgreedPowerRegister limits={limits} />}
      {isFromFile && <p className={textStyles.soft}>{t('portal.details.agreed_from_file')}</p>}
      {mayAgree && (
        <AgreedPowerFields
          texts={agreedTexts}
          problem={isTried ? agreedNow.problem : null}
          onChange={setAgreed}
        />
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
