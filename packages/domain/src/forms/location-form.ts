import { type FormRule, nameRules, required } from './form-rules.ts'

/** A new location needs a name, a country, a region with its own price and a time zone. */
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

/** Settings of an existing location: only its name and time zone cannot be cleared. */
export const locationSettingsFormRules = {
  name: nameRules(200),
  country: [required],
  latitude: degrees(90),
  longitude: degrees(180),
} satisfies Record<string, FormRule[]>
