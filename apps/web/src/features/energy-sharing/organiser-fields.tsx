import type { OrganiserTerms } from '@ohmstead/domain/sharing/sharing-terms'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { DecimalField } from '../../shared/pricing/decimal-field.tsx'
import { ChoiceField } from '../../shared/pricing/fields/choice-field.tsx'
import fieldStyles from '../../shared/pricing/fields/price-fields.module.css'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { ConfidenceMark } from '../../shared/rates/confidence-mark.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './energy-sharing.module.css'
import { type GroupFieldsProps, useGroupProblem } from './group-fields.ts'
import { findPreset, noOrganiser, organiserPresets, type PresetId, presetsOf } from './organiser-presets.ts'

/** Who organises the sharing, and what they charge every month. */
export function OrganiserFields({ draft, problems, today, onChange }: GroupFieldsProps) {
  const t = useT()
  const formatDay = useFormatDay()
  const { money } = usePriceText()
  const problem = useGroupProblem(problems)
  const { organiser } = draft
  const chosen = findPreset(organiser)
  const presets = presetsOf(draft.scheme)
  const change = (part: Partial<OrganiserTerms>) =>
    onChange({ ...draft, organiser: { ...organiser, ...part } })
  const describe = ({ senderFeePerMonth, receiverFeePerMonth, ownCustomersOnly }: OrganiserTerms) =>
    [
      t('energy_sharing.organiser.fees', {
        sender: money(senderFeePerMonth, 'EUR'),
        receiver: money(receiverFeePerMonth, 'EUR'),
      }),
      ownCustomersOnly && t('energy_sharing.organiser.own_customers'),
    ]
      .filter(Boolean)
      .join(' ')
  return (
    <>
      {presets.length > 1 && (
        <ChoiceField
          label={t('energy_sharing.field.organiser')}
          value={chosen}
          options={presets.map((id: PresetId) =>
            id === 'custom'
              ? { value: id, label: t('energy_sharing.organiser.custom') }
              : { value: id, label: organiserPresets[id].name, text: describe(organiserPresets[id]) },
          )}
          onChange={(id) =>
            onChange({ ...draft, organiser: id === 'custom' ? noOrganiser(today) : organiserPresets[id] })
          }
        />
      )}
      {chosen === 'custom' ? (
        <>
          <div className={fieldStyles.fields}>
            <TextField
              name="organiserName"
              label={t('energy_sharing.field.organiser')}
              value={organiser.name}
              error={problem('organiserName', t('energy_sharing.field.organiser'))}
              autoComplete="off"
              onChange={(name) => change({ name })}
            />
            <DecimalField
              name="senderFee"
              label={t('energy_sharing.field.sender_fee')}
              unit="€"
              value={organiser.senderFeePerMonth}
              error={problem('senderFee', t('energy_sharing.field.sender_fee'))}
              onChange={(senderFeePerMonth) => change({ senderFeePerMonth })}
            />
            <DecimalField
              name="receiverFee"
              label={t('energy_sharing.field.receiver_fee')}
              unit="€"
              value={organiser.receiverFeePerMonth}
              error={problem('receiverFee', t('energy_sharing.field.receiver_fee'))}
              onChange={(receiverFeePerMonth) => change({ receiverFeePerMonth })}
            />
            <TextField
              name="source"
              label={t('energy_sharing.field.source')}
              value={organiser.source}
              error={problem('source', t('energy_sharing.field.source'))}
              autoComplete="off"
              onChange={(source) => change({ source })}
            />
          </div>
          <Checkbox
            label={t('energy_sharing.organiser.own_customers')}
            checked={organiser.ownCustomersOnly}
            onChange={(ownCustomersOnly) => change({ ownCustomersOnly })}
          />
        </>
      ) : (
        <p className={styles.source}>
          {t('energy_sharing.organiser.source', {
            source: organiser.source,
            day: formatDay(organiser.validFrom),
          })}{' '}
          <ConfidenceMark confidence="medium" />
        </p>
      )}
    </>
  )
}
