import { type FormRule, nameRules, required } from './form-rules.ts'

/** A new location is complete with a name, a country, a region with a price of its own and a time zone. */
export const locationFormRules = {
  name: nameRules(200),
  country: [required],
  region: [required],
  timezone: [required],
} satisfies Record<string, FormRule[]>

const degrees = (most: number): FormRule[] => [
  { rule: 'double' },
  { rule: 'min_value', min: -most },
  { rule: 'max_value', max: most },
]

/** What describes a location that exists: only its name and place on the clock cannot be taken away. */
export const locationSettingsFormRules = {
  name: nameRules(200),
  country: [required],
  latitude: degrees(90),
  longitude: degrees(180),
} satisfies Record<string, FormRule[]>
