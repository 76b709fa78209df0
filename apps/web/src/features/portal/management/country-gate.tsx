import { IconWorld } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { call } from '../../../lib/call.ts'
import { countriesQuery } from '../../../shared/companies/companies-query.ts'
import { useCompareLabels } from '../../../shared/i18n/use-compare-labels.ts'
import { useCountryNames } from '../../../shared/i18n/use-country-names.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { locationQuery } from '../../../shared/locations/location-query.ts'
import { setUser, useUser } from '../../../shared/session/current-user.ts'
import { EmptyState, errorText, FailedState, Skeleton } from '../../../shared/states/page-states.tsx'
import { Button } from '../../../ui/button.tsx'
import formStyles from '../../../ui/form.module.css'
import { SelectField } from '../../../ui/select-field.tsx'
import styles from './country-gate.module.css'

/** External services need a country: that of the person's location, else the one they enter, which is stored. */
export function CountryGate({ children }: { children: ReactNode }) {
  const user = useUser()
  const locationId = user.locations[0]?.id ?? user.permissions.locations.find(({ view }) => view)?.id ?? null
  const needsCountry = user.country_code === null && locationId !== null
  const { data: location, error } = useQuery({ ...locationQuery(locationId ?? 0), enabled: needsCountry })
  if (user.country_code !== null || location?.country.code) return children
  if (needsCountry && !error) return <Skeleton height={280} radius={16} />
  return <AskCountry />
}

function AskCountry() {
  const t = useT()
  const countryName = useCountryNames()
  const compare = useCompareLabels()
  const { data: countries, error, refetch } = useQuery(countriesQuery)
  const [chosen, setChosen] = useState('')
  const [isTried, setTried] = useState(false)
  const save = useMutation({
    mutationFn: async (country_code: string) =>
      (await call('PUT /auth/user/settings', { body: { country_code } })).user,
    onSuccess: setUser,
  })
  if (error && !countries) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  if (!countries) return <Skeleton height={280} radius={16} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (chosen !== '') save.mutate(chosen)
  }
  return (
    <EmptyState
      isPage
      icon={<IconWorld size={22} />}
      title={t('portal.country.title')}
      text={t('portal.country.text')}
    >
      <form className={styles.country} onSubmit={submit} noValidate>
        {save.error && (
          <p className={formStyles.error} role="alert">
            {errorText(save.error, t)}
          </p>
        )}
        <SelectField
          name="country"
          label={t('portal.country.label')}
          value={chosen}
          placeholder={t('portal.country.choose')}
          options={countries
            .map(({ code, name }) => ({ value: code, label: countryName(code) ?? name }))
            .toSorted(compare)}
          error={isTried && chosen === '' ? t('portal.country.required') : undefined}
          onChange={setChosen}
        />
        <Button type="submit" variant="primary" isBusy={save.isPending}>
          {t('portal.country.save')}
        </Button>
      </form>
    </EmptyState>
  )
}
