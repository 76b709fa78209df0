import { companyFormRules } from './company-form.ts'
import { email, type FormRule, labelRules } from './form-rules.ts'

const url: FormRule[] = [
  { rule: 'max', length: 500 },
  { rule: 'regex', pattern: /^https:\/\/[a-z0-9.-]+(:\d+)?([/?#]\S*)?$/i },
]
const label = labelRules(100)

/** What the people of a company see of it. Only the name is required; page addresses must be https. */
export const companySettingsFormRules = {
  name: companyFormRules.name,
  contactEmail: [email],
  contactPhone: companyFormRules.contactPhone,
  supportEmail: [email],
  productName: label,
  platformName: label,
  slogan: labelRules(200),
  /** A host name such as `energy.example.com`. */
  domain: [
    { rule: 'max', length: 253 },
    {
      rule: 'regex',
      pattern:
        /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*\.(?!-)[a-z0-9-]*[a-z][a-z0-9-]*(?<!-)$/i,
    },
  ],
  /** The value of `?identifier=`. */
  identifier: [{ rule: 'regex', pattern: /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/ }],
  privacyPolicyUrl: url,
  termsUrl: url,
  registrationUrl: url,
  senderName: label,
  senderEmail: [email],
} satisfies Record<string, FormRule[]>
