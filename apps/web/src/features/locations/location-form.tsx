import type { LocationView } from '@ohmstead/contract/locations'
import { locationSettingsFormRules } from '@ohmstead/domain/forms/location-form'
import { localeTag } from '@ohmstead/domain/i18n/locales'
import { parseNumber } from '@ohmstead/domain/i18n/parse-number'
import { locationKinds } from '@ohmstead/domain/places/location-kinds'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useForm } from '../../shared/forms/use-form.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationGroupsKey, locationQuery } from '../../shared/locations/location-query.ts'
import { menuKey } from '../../shared/navigation/menu-query.ts'
import { usePlaceOptions } from '../../shared/places/place-options.ts'
import { FailedStrip } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './location-settings-page.module.css'

/** A location's name, kind and place: its country and market, and its clock. */
export function LocationForm({ location }: { location: LocationView }) {
  const t = useT()
  const { locale } = useFormat()
  const queryClient = useQueryClient()
  const { id: locationId, region, timezone } = location
  const write = (degrees: number | null) =>
    degrees === null
      ? ''
      : new Intl.NumberFormat(localeTag(locale), { maximumFractionDigits: 6, useGrouping: false }).format(
          degrees,
        )
  const form = useForm({
    initial: {
      name: location.name,
      kind: location.kind ?? '',
      country: location.country.code,
      region: region?.code ?? '',
      timezone: timezone.name,
      latitude: write(location.latitude),
      longitude: write(location.longitude),
    },
    rules: locationSettingsFormRules,
    labels: {
      name: t('locations.settings.name'),
      kind: t('locations.settings.kind'),
      country: t('controllers.add.country'),
      region: t('controllers.add.region'),
      timezone: t('locations.settings.timezone'),
      latitude: t('locations.settings.latitude'),
      longitude: t('locations.settings.longitude'),
    },
    send: async (values) => {
      try {
        await call('PUT /locations/:locationId', {
          params: { locationId },
          body: {
            name: values.name.trim(),
            kind: values.kind || null,
            countryCode: values.country,
            region: shown.region === '' ? null : { code: shown.region, type: 'BIDDING_ZONE' },
            timezone: shown.timezone,
            latitude: parseNumber(values.latitude, locale),
            longitude: parseNumber(values.longitude, locale),
          },
        })
      } catch (error) {
        showToast(t('location.save_error'), { tone: 'danger' })
        throw error
      }
      showToast(t('location.save_success'), { tone: 'success' })
      // Another clock changes every day, chart and alarm.
      if (shown.timezone !== timezone.name) await queryClient.invalidateQueries()
      else
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: locationQuery(locationId).queryKey }),
          queryClient.invalidateQueries({ queryKey: locationGroupsKey }),
          queryClient.invalidateQueries({ queryKey: menuKey }),
        ])
    },
  })
  const { country } = form.values
  const isSameCountry = country === location.country.code
  const places = usePlaceOptions(isSameCountry ? { ...form.values, country } : { country })
  // Another country has other regions and clocks: its usual ones, until they are chosen.
  const shown = {
    region: form.values.region || (isSameCountry ? '' : places.usualRegion),
    timezone: form.values.timezone || (isSameCountry ? timezone.name : places.usualTimeZone('')),
  }
  const changeCountry = (next: string) => {
    const isBack = next === location.country.code
    form.text('country').onChange(next)
    form.text('region').onChange(isBack ? (region?.code ?? '') : '')
    form.text('timezone').onChange(isBack ? timezone.name : '')
  }
  const kind = form.values.kind
  const kinds = locationKinds.map((value) => ({
    value: value as string,
    label: t(`locations.kind.${value}`),
  }))
  const isOwnWord = kind !== '' && !kinds.some(({ value }) => value === kind)
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      {form.failure && (
        <p className={formStyles.error} role="alert">
          {form.failure}
        </p>
      )}
      {places.failed && (
        <FailedStrip error={places.failed.error} onRetry={() => void places.failed?.refetch()} />
      )}
      <div className={styles.fields}>
        <TextField {...form.text('name')} autoComplete="off" />
        <SelectField
          {...form.text('kind')}
          placeholder={t('locations.settings.not_set')}
          options={isOwnWord ? [{ value: kind, label: kind }, ...kinds] : kinds}
        />
        <SelectField {...form.text('country')} options={places.countries} onChange={changeCountry} />
        <SelectField
          {...form.text('region')}
          value={shown.region}
          placeholder={shown.region === '' ? t('locations.settings.not_set') : undefined}
          options={places.regions}
        />
        <SelectField {...form.text('timezone')} value={shown.timezone} options={places.timeZones} />
      </div>
      <p className={styles.hint}>{t('locations.settings.timezone_text')}</p>
      <div className={styles.fields}>
        <TextField
          {...form.text('latitude')}
          inputMode="text"
          autoComplete="off"
          placeholder={write(46.0569)}
        />
        <TextField
          {...form.text('longitude')}
          inputMode="text"
          autoComplete="off"
          placeholder={write(14.5058)}
        />
      </div>
      <p className={styles.hint}>{t('locations.settings.coordinates_text')}</p>
      <Button type="submit" variant="primary" isBusy={form.isBusy}>
        {t('common.action.save')}
      </Button>
    </form>
  )
}
