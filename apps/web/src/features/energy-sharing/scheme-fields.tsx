import { communityCases, sharingSchemes } from '@ohmstead/domain/sharing/sharing-terms'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { ChoiceField } from '../../shared/pricing/fields/choice-field.tsx'
import fieldStyles from '../../shared/pricing/fields/price-fields.module.css'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { moveToScheme } from './group-draft.ts'
import { type GroupFieldsProps, useGroupProblem } from './group-fields.ts'

/** Name, scheme and first day; the scheme of a group that exists stays. */
export function SchemeFields({
  draft,
  problems,
  today,
  isStored = false,
  onChange,
}: GroupFieldsProps & { isStored?: boolean }) {
  const t = useT()
  const problem = useGroupProblem(problems)
  return (
    <>
      {!isStored && (
        <ChoiceField
          label={t('energy_sharing.field.scheme')}
          value={draft.scheme}
          options={sharingSchemes.map((scheme) => ({
            value: scheme,
            label: t(`energy_sharing.scheme.${scheme}`),
            text: t(`energy_sharing.compare.shared_${scheme}`),
          }))}
          onChange={(scheme) => onChange(moveToScheme(draft, scheme, today))}
        />
      )}
      <div className={fieldStyles.fields}>
        <TextField
          name="name"
          label={t('locations.settings.name')}
          value={draft.name}
          error={problem('name', t('locations.settings.name'))}
          autoComplete="off"
          onChange={(name) => onChange({ ...draft, name })}
        />
        <DayField
          name="validFrom"
          label={t('energy_sharing.field.first_day')}
          pickLabel={t('price_lists.field.pick_day')}
          day={draft.validFrom}
          today={today}
          mayBeLater
          required
          error={problem('validFrom', t('energy_sharing.field.first_day'))}
          onChange={(validFrom) => onChange({ ...draft, validFrom })}
        />
        {draft.scheme === 'selfSupply' && (
          <SelectField
            name="communityCase"
            label={t('energy_sharing.field.case')}
            value={draft.communityCase === null ? '' : String(draft.communityCase)}
            placeholder={t('energy_sharing.case.unknown')}
            options={communityCases.map((one) => ({ value: String(one), label: String(one) }))}
            help={t('energy_sharing.case.help')}
            onChange={(value) =>
              onChange({
                ...draft,
                communityCase: communityCases.find((one) => String(one) === value) ?? null,
              })
            }
          />
        )}
      </div>
    </>
  )
}
