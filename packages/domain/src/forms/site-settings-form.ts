import { companySettingsFormRules } from './company-settings-form.ts'
import type { FormRule } from './form-rules.ts'

const { platformName, supportEmail, privacyPolicyUrl, termsUrl, registrationUrl } = companySettingsFormRules

/** Applies to everybody whose company has not set its own. */
export const siteSettingsFormRules = {
  platformName,
  supportEmail,
  privacyPolicyUrl,
  termsUrl,
  registrationUrl,
  maintenanceMessage: [{ rule: 'max', length: 300 }],
} satisfies Record<string, FormRule[]>
