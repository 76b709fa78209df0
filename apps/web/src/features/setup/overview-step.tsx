import type { LocationView } from '@ohmstead/contract/locations'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useCountryNames } from '../../shared/i18n/use-country-names.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { PersonChoice } from '../../shared/people/person-choice.tsx'
import { formatPersonName } from '../../shared/people/person-name.ts'
import type { NewPlace } from '../../shared/places/place-fields.tsx'
import { ratePlansQuery } from '../../shared/pricing/price-lists-query.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import { errorText, Skeleton } from '../../shared/states/page-states.tsx'
import { useDelayed } from '../../shared/use-delayed.ts'
import formStyles from '../../ui/form.module.css'
import { TextField } from '../../ui/text-field.tsx'
import { availableUsersQuery } from './available-users-query.ts'
import styles from './setup-wizard.module.css'
import type { WizardDraft } from './wizard-draft.ts'

interface OverviewStepProps {
  location: LocationView | null
  draft: WizardDraft
  place: NewPlace
  companyId: number | null
  isChecked: boolean
  change: (part: Partial<WizardDraft>) => void
}

/** Everything that will be set up, before anything is. */
export function OverviewStep({ location, draft, place, companyId, isChecked, change }: OverviewStepProps) {
  const t = useT()
  const user = useUser()
  const countryName = useCountryNames()
  const isForOthers = hasRole(user, 'ROLE_AGGREGATOR')
  const plans = useQuery({
    ...ratePlansQuery({ locationId: location?.id ?? null, companyId: isForOthers ? companyId : null }),
    enabled: draft.ratePlanId !== null,
  })
  const plan = plans.data?.find(({ id }) => id === draft.ratePlanId)
  const isOwnerMissing = isChecked && !location && isForOthers && !draft.owner
  return (
    <div className={formStyles.form}>
      <dl className={styles.facts}>
        <Fact name={t('setup.step.location')}>{location?.name ?? place.name}</Fact>
        {!location && (
          <>
            <Fact name={t('controllers.add.country')}>
              {countryName(place.countryCode) ?? place.countryCode}
            </Fact>
            <Fact name={t('controllers.add.region')}>{place.region.code}</Fact>
            <Fact name={t('controllers.add.timezone')}>{place.timezone.replaceAll('_', ' ')}</Fact>
          </>
        )}
        <Fact name={draft.found?.kind ? t(`controllers.kind.${draft.found.kind}`) : t('setup.step.device')}>
          <span className={styles.serial}>{draft.found?.unit_id}</span>
        </Fact>
        <Fact name={t('setup.step.tariffs')}>
          {plan?.name ?? t(location ? 'setup.tariffs.keep' : 'setup.tariffs.later')}
        </Fact>
        {!location && (
          <Fact name={t('locations.settings.owner')}>
            {isForOthers
              ? draft.owner
                ? formatPersonName(draft.owner)
                : '–'
              : `${user.first_name} ${user.last_name}`}
          </Fact>
        )}
      </dl>
      {!location && isForOthers && <OwnerChoice companyId={companyId} draft={draft} change={change} />}
      {isOwnerMissing && (
        <p className={formStyles.error} role="alert">
          {t('validation.required', { field: t('locations.settings.owner') })}
        </p>
      )}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const shownAtOnce = 8

/** Whoever of the company may own the location. */
function OwnerChoice({
  companyId,
  draft,
  change,
}: Pick<OverviewStepProps, 'companyId' | 'draft' | 'change'>) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const search = useDelayed(typed, 500)
  const { data, error } = useQuery(availableUsersQuery(companyId, search))
  const people = data?.users.slice(0, shownAtOnce) ?? []
  const more = (data?.total ?? 0) - people.length
  return (
    <>
      <TextField
        type="search"
        label={t('people.list.search')}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
      />
      {error && (
        <p className={formStyles.error} role="alert">
          {errorText(error, t)}
        </p>
      )}
      {!data && !error && <Skeleton height={160} radius={8} />}
      {data && (
        <PersonChoice
          legend={t('locations.settings.owner')}
          people={people}
          value={draft.owner?.id ?? null}
          onChange={(userId) => change({ owner: people.find(({ id }) => id === userId) ?? null })}
        />
      )}
      <p className={styles.soft} role="status">
        {data && people.length === 0 && t('people.list.none')}
        {more > 0 && t('people.picker.more', { count: more })}
      </p>
    </>
  )
}
