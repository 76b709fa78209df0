import type { LocationView } from '@ohmstead/contract/locations'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { companiesQuery } from '../../shared/companies/companies-query.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { listGroupOptions } from '../../shared/navigation/group-options.ts'
import { companyMenuQuery } from '../../shared/navigation/menu-query.ts'
import { paths } from '../../shared/paths.ts'
import { PlaceFields, type useNewPlace } from '../../shared/places/place-fields.tsx'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import formStyles from '../../ui/form.module.css'
import { SelectField } from '../../ui/select-field.tsx'
import type { WizardDraft, WizardUnit } from './wizard-draft.ts'

interface LocationStepProps {
  unit: WizardUnit
  location: LocationView | null
  draft: WizardDraft
  place: ReturnType<typeof useNewPlace>
  companyId: number | null
  isChecked: boolean
  change: (part: Partial<WizardDraft>) => void
}

/** A new location or one that exists; people who set up for others also choose company and group. */
export function LocationStep(props: LocationStepProps) {
  const { location, draft, place, companyId, isChecked, change } = props
  const isForOthers = hasRole(useUser(), 'ROLE_AGGREGATOR')
  return (
    <div className={formStyles.form}>
      <WhichLocation {...props} />
      {!location && (
        <>
          <PlaceFields
            typed={draft.place}
            place={place}
            isChecked={isChecked}
            onChange={(typed) => change({ place: typed })}
          />
          {isForOthers && (
            <CompanyFields draft={draft} companyId={companyId} isChecked={isChecked} change={change} />
          )}
        </>
      )}
    </div>
  )
}

/** Where somebody has locations already, the controller may be for one of them. */
function WhichLocation({ unit, location, draft }: LocationStepProps) {
  const t = useT()
  const user = useUser()
  const navigate = useNavigate()
  const editable = new Set(user.permissions.locations.filter(({ edit }) => edit).map(({ id }) => id))
  const own = user.locations.filter(({ id }) => editable.has(id))
  const offered = location && !own.some(({ id }) => id === location.id) ? [location, ...own] : own
  if (offered.length === 0) return null
  return (
    <SelectField
      label={t('setup.step.location')}
      value={location ? String(location.id) : 'new'}
      options={[
        { value: 'new', label: t('setup.location.new') },
        ...offered.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(value) =>
        void navigate({
          to: unit === 'p1' ? paths.setupP1Wifi : paths.setupOemDevice,
          search: {
            ...(value !== 'new' && { location: Number(value) }),
            // What was scanned stays.
            ...(draft.isScanned && { serial: draft.typedSerial }),
          },
        })
      }
    />
  )
}

function CompanyFields({
  draft,
  companyId,
  isChecked,
  change,
}: Pick<LocationStepProps, 'draft' | 'companyId' | 'isChecked' | 'change'>) {
  const t = useT()
  const { data: companies } = useQuery(companiesQuery)
  const { data: menu } = useQuery({ ...companyMenuQuery(companyId ?? 0), enabled: companyId !== null })
  const groups = menu ? listGroupOptions(menu.structure) : []
  const company = t('locations.settings.company')
  return (
    <div className={formStyles.pair}>
      <SelectField
        name="companyId"
        label={company}
        value={companyId === null ? '' : String(companyId)}
        placeholder=""
        options={(companies ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        error={isChecked && companyId === null ? t('validation.required', { field: company }) : undefined}
        onChange={(value) =>
          change({ companyId: value === '' ? null : Number(value), locationGroupId: null, owner: null })
        }
      />
      <SelectField
        label={t('location_pricing.setup.group')}
        value={draft.locationGroupId === null ? '' : String(draft.locationGroupId)}
        placeholder={companies?.find(({ id }) => id === companyId)?.name ?? ''}
        options={groups}
        disabled={companyId === null}
        onChange={(value) => change({ locationGroupId: value === '' ? null : Number(value) })}
      />
    </div>
  )
}
