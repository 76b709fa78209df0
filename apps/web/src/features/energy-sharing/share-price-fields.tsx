import type { SharePrice } from '@ohmstead/domain/sharing/sharing-terms'
import { useT } from '../../shared/i18n/use-t.ts'
import { DecimalField } from '../../shared/pricing/decimal-field.tsx'
import { ChoiceField } from '../../shared/pricing/fields/choice-field.tsx'
import { type GroupFieldsProps, useGroupProblem } from './group-fields.ts'

const kinds = ['middle', 'fixed', 'spotCapped', 'free'] as const

/** What a receiver pays a sender. */
export function SharePriceFields({ draft, problems, onChange }: GroupFieldsProps) {
  const t = useT()
  const problem = useGroupProblem(problems)
  const { priceTerms } = draft
  const choose = (kind: SharePrice['kind']) => {
    const perKwh = 'perKwh' in priceTerms ? priceTerms.perKwh : ''
    onChange({
      ...draft,
      priceTerms: kind === 'fixed' || kind === 'spotCapped' ? { kind, perKwh } : { kind },
    })
  }
  return (
    <>
      <ChoiceField
        label={t('energy_sharing.field.price')}
        value={priceTerms.kind}
        options={kinds.map((kind) => ({
          value: kind,
          label: t(`energy_sharing.price.${kind}`),
          text: t(`energy_sharing.price.${kind}_text`),
        }))}
        onChange={choose}
      />
      {'perKwh' in priceTerms && (
        <DecimalField
          name="perKwh"
          label={t('energy_sharing.field.price')}
          unit="€/kWh"
          value={priceTerms.perKwh}
          error={problem('perKwh', t('energy_sharing.field.price'))}
          onChange={(perKwh) => onChange({ ...draft, priceTerms: { ...priceTerms, perKwh } })}
        />
      )}
    </>
  )
}
