import { expect, test } from 'vitest'
import { companyFormRules } from './company-form.ts'
import { companySettingsFormRules } from './company-settings-form.ts'
import { checkValue, type FormRule } from './form-rules.ts'
import { locationFormRules } from './location-form.ts'
import { newPasswordRules, registerFormRules } from './password-form.ts'
import { personFormRules } from './person-form.ts'
import { siteSettingsFormRules } from './site-settings-form.ts'

// The database and the layouts rely on these limits, so changing one is a decision.
const address = (length: number) => `https://a.si/${'a'.repeat(length - 13)}`
const host = (length: number) => `${'a.'.repeat((length - 2) / 2)}si`
const cases: [
  field: string,
  rules: readonly FormRule[],
  longest: number,
  fill?: (length: number) => string,
][] = [
  ['company name', companyFormRules.name, 200],
  ['company telephone', companyFormRules.contactPhone, 50],
  ['product name', companySettingsFormRules.productName, 100],
  ['platform name', companySettingsFormRules.platformName, 100],
  ['slogan', companySettingsFormRules.slogan, 200],
  ['domain', companySettingsFormRules.domain, 252, host],
  ['address of the privacy policy', companySettingsFormRules.privacyPolicyUrl, 500, address],
  ['sender name', companySettingsFormRules.senderName, 100],
  ['location name', locationFormRules.name, 200],
  ['password', newPasswordRules, 256],
  ['first name at registration', registerFormRules.first_name, 100],
  ['last name at registration', registerFormRules.last_name, 100],
  ['first name', personFormRules.first_name, 100],
  ['last name', personFormRules.last_name, 100],
  ['message of maintenance', siteSettingsFormRules.maintenanceMessage, 300],
]

test.each(cases)(
  '%s: as long as promised and no longer',
  (_, rules, longest, fill = (length) => 'a'.repeat(length)) => {
    expect(fill(longest)).toHaveLength(longest)
    expect(checkValue(fill(longest), rules)).toBe(null)
    expect(checkValue(fill(longest + 2), rules)?.rule).toBe('max')
  },
)

test('a password has at least eight characters', () => {
  expect(checkValue('a'.repeat(8), newPasswordRules)).toBe(null)
  expect(checkValue('a'.repeat(7), newPasswordRules)?.rule).toBe('min')
})
