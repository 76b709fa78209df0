import { checkForm } from '@ohmstead/domain/forms/form-rules'
import { locationFormRules } from '@ohmstead/domain/forms/location-form'
import { useQuery } from '@tanstack/react-query'
import formStyles from '../../ui/form.module.css'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { countriesQuery } from '../companies/companies-query.ts'
import { fieldError } from '../forms/field-error.ts'
import { useT } from '../i18n/use-t.ts'
import { FailedStrip } from '../states/page-states.tsx'
import { guessCountry, readBrowserPlace } from './guess-country.ts'
import { usePlaceOptions } from './place-options.ts'

/** What somebody has entered themselves; null is the usual value. */
export interface TypedPlace {
  name: string
  country: string | null
  region: string | null
  timezone: string | null
}

export const emptyPlace: TypedPlace = { name: '', country: null, region: null, timezone: null }

/** The description of a new location as the server takes it. */
export interface NewPlace {
  name: string
  countryCode: string
  region: { code: string; type: 'BIDDING_ZONE' }
  timezone: string
}

/** A new location: what was typed, completed with the usual country, price region and time zone. */
export function useNewPlace(typed: TypedPlace) {
  const here = readBrowserPlace()
  const offered = useQuery(countriesQuery)
  const country = typed.country ?? guessCountry(offered.data?.map(({ code }) => code) ?? [], here)
  const options = usePlaceOptions({ country })
  const region = typed.region ?? options.usualRegion
  const timezone = typed.timezone ?? options.usualTimeZone(here.timeZone)
  const values = { name: typed.name.trim(), country, region, timezone }
  const broken = checkForm(values, locationFormRules)
  return {
    values,
    options,
    /** Why it is not complete. */
    broken,
    isComplete: Object.keys(broken).length === 0,
    place: {
      name: values.name,
      countryCode: country,
      region: { code: region, type: 'BIDDING_ZONE' },
      timezone,
    } satisfies NewPlace,
  }
}

interface PlaceFieldsProps {
  typed: TypedPlace
  place: ReturnType<typeof useNewPlace>
  /** Whether to say what is missing. */
  isChecked: boolean
  onChange: (typed: TypedPlace) => void
}

/** The required fields of a location: a name, a country, its price region and its time zone. */
export function PlaceFields({
  typed,
  place: { values, options, broken },
  isChecked,
  onChange,
}: PlaceFieldsProps) {
  const t = useT()
  const field = (name: keyof typeof values, label: string) => ({
    name,
    label,
    error: fieldError(isChecked ? broken[name] : undefined, label, t),
  })
  const { failed } = options
  return (
    <>
      {failed && <FailedStrip error={failed.error} onRetry={() => void failed.refetch()} />}
      <TextField
        {...field('name', t('controllers.add.name'))}
        autoFocus
        placeholder={t('controllers.add.name_example')}
        value={typed.name}
        onChange={(name) => onChange({ ...typed, name })}
      />
      <SelectField
        {...field('country', t('controllers.add.country'))}
        placeholder=""
        value={values.country}
        options={options.countries}
        onChange={(country) => onChange({ ...typed, country, region: null, timezone: null })}
      />
      <div className={formStyles.pair}>
        <SelectField
          {...field('region', t('controllers.add.region'))}
          value={values.region}
          options={options.regions}
          onChange={(region) => onChange({ ...typed, region })}
        />
        <SelectField
          {...field('timezone', t('controllers.add.timezone'))}
          value={values.timezone}
          options={options.timeZones}
          onChange={(timezone) => onChange({ ...typed, timezone })}
        />
      </div>
    </>
  )
}
