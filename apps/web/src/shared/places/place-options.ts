import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { countriesQuery } from '../companies/companies-query.ts'
import { useCompareLabels } from '../i18n/use-compare-labels.ts'
import { useCountryNames } from '../i18n/use-country-names.ts'

const regionsQuery = (country: string) =>
  queryOptions({
    queryKey: ['regions', country],
    queryFn: async ({ signal }) =>
      (await call('GET /pricing/spot-market/regions', { query: { countryCode: country }, signal })).entries,
    enabled: country !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })

const timeZonesQuery = (country: string) =>
  queryOptions({
    queryKey: ['timezones', country],
    queryFn: async ({ signal }) =>
      (await call('GET /timezones', { query: { countryCode: country }, signal })).timezones,
    enabled: country !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })

interface Option {
  value: string
  label: string
}

/** The options of a select, including the current value if it is not offered (any more). */
const withCurrent = (options: Option[], current: string, label = current): Option[] =>
  current === '' || options.some(({ value }) => value === current)
    ? options
    : [{ value: current, label }, ...options]

const readable = (timeZone: string) => timeZone.replaceAll('_', ' ')

/** Countries by name, and the price regions and time zones of the chosen one, each with the usual one first. */
export function usePlaceOptions(chosen: { country: string; region?: string; timezone?: string }) {
  const { country, region = '', timezone = '' } = chosen
  const countryName = useCountryNames()
  const compare = useCompareLabels()
  const countries = useQuery(countriesQuery)
  const regions = useQuery(regionsQuery(country))
  const timeZones = useQuery(timeZonesQuery(country))
  const failed = [countries, regions, timeZones].find(({ error }) => error)
  const regionOptions = (regions.data ?? []).map(({ code, name }) => ({
    value: code,
    // A region that is the whole country has its code and its name.
    label: (code === country && countryName(code)) || name,
  }))
  const timeZoneOptions = (timeZones.data ?? []).map(({ name }) => ({ value: name, label: readable(name) }))
  return {
    countries: withCurrent(
      (countries.data ?? [])
        .map(({ code, name }) => ({ value: code, label: countryName(code) ?? name }))
        .sort(compare),
      country,
      countryName(country) ?? country,
    ),
    regions: withCurrent(regionOptions, region),
    timeZones: withCurrent(timeZoneOptions, timezone, readable(timezone)),
    usualRegion: regionOptions[0]?.value ?? '',
    /** The first, unless the browser's own clock is one of them. */
    usualTimeZone: (here: string) =>
      (timeZoneOptions.find(({ value }) => value === here) ?? timeZoneOptions[0])?.value ?? '',
    /** The usual choices are still on their way. */
    isAwaited:
      !failed && (countries.isPending || (country !== '' && (regions.isPending || timeZones.isPending))),
    failed,
  }
}
