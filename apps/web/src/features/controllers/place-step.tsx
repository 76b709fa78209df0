import { checkForm } from '@ohmstead/domain/forms/form-rules'
import { locationFormRules } from '@ohmstead/domain/forms/location-form'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { countriesQuery } from '../../shared/companies/companies-query.ts'
import { fieldError } from '../../shared/forms/field-error.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePlaceOptions } from '../../shared/places/place-options.ts'
import { FailedStrip } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { guessCountry, readBrowserPlace } from './guess-country.ts'

export interface NewPlace {
  name: string
  countryCode: string
  region: { code: string; type: 'BIDDING_ZONE' }
  timezone: string
}

/** The required fields of a location: a name, a country, its price region and its time zone. Usual values are filled in. */
export function PlaceStep({ onCancel, onDone }: { onCancel: () => void; onDone: (place: NewPlace) => void }) {
  const t = useT()
  const [typed, setTyped] = useState<{
    name: string
    country: string | null
    region: string | null
    timezone: string | null
  }>({
    name: '',
    country: null,
    region: null,
    timezone: null,
  })
  const [isChecked, setChecked] = useState(false)
  const here = readBrowserPlace()
  const offered = useQuery(countriesQuery)
  const country = typed.country ?? guessCountry(offered.data?.map(({ code }) => code) ?? [], here)
  const places = usePlaceOptions({ country })
  const region = typed.region ?? places.usualRegion
  const timezone = typed.timezone ?? places.usualTimeZone(here.timeZone)
  const values = { name: typed.name.trim(), country, region, timezone }
  const broken = isChecked ? checkForm(values, locationFormRules) : {}
  const { failed } = places

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    const first = Object.keys(checkForm(values, locationFormRules))[0]
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    else
      onDone({
        name: values.name,
        countryCode: country,
        region: { code: region, type: 'BIDDING_ZONE' },
        timezone,
      })
  }
  const field = (name: keyof typeof values, label: string) => ({
    name,
    label,
    error: fieldError(broken[name], label, t),
  })
  return (
    <form className={formStyles.form} onSubmit={submit} noValidate>
      {failed && <FailedStrip error={failed.error} onRetry={() => void failed.refetch()} />}
      <TextField
        {...field('name', t('controllers.add.name'))}
        autoFocus
        placeholder={t('controllers.add.name_example')}
        value={typed.name}
        onChange={(name) => setTyped({ ...typed, name })}
      />
      <SelectField
        {...field('country', t('controllers.add.country'))}
        placeholder=""
        value={country}
        options={places.countries}
        onChange={(next) => setTyped({ ...typed, country: next, region: null, timezone: null })}
      />
      <div className={formStyles.pair}>
        <SelectField
          {...field('region', t('controllers.add.region'))}
          value={region}
          options={places.regions}
          onChange={(next) => setTyped({ ...typed, region: next })}
        />
        <SelectField
          {...field('timezone', t('controllers.add.timezone'))}
          value={timezone}
          options={places.timeZones}
          onChange={(next) => setTyped({ ...typed, timezone: next })}
        />
      </div>
      <div className={formStyles.actions}>
        <Button variant="quiet" onClick={onCancel}>
          {t('common.action.cancel')}
        </Button>
        <Button type="submit" variant="primary">
          {t('common.action.next')}
        </Button>
      </div>
    </form>
  )
}
