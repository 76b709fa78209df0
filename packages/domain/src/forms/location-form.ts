import { type FormRule, nameRules, required } from './form-rules.ts'

/** A new location is complete with a name, a country, a region with a price of its own and a time zone. */
export const locationFormRules = {
  name: nameRules(200),
  country: [required],
  region: [required],
  timezone: [required],
} satisfies Record<string, FormRule[]>
