import { type SharingKeyKind, sharingKeyKinds } from '@ohmstead/domain/sharing/sharing-terms'
import { useT } from '../../shared/i18n/use-t.ts'
import { ChoiceField } from '../../shared/pricing/fields/choice-field.tsx'

interface KeyKindFieldProps {
  value: SharingKeyKind
  onChange: (kind: SharingKeyKind) => void
}

/** The three ways to allot the pool, each in a sentence. */
export function KeyKindField({ value, onChange }: KeyKindFieldProps) {
  const t = useT()
  return (
    <ChoiceField
      label={t('energy_sharing.part.key')}
      value={value}
      options={sharingKeyKinds.map((kind) => ({
        value: kind,
        label: t(`energy_sharing.key.${kind}`),
        text: t(`energy_sharing.key.${kind}_text`),
      }))}
      onChange={onChange}
    />
  )
}
