import { email, type FormRule, labelRules, nameRules, required } from './form-rules.ts'

/** Creating a company: name and country are required, contacts are optional. */
export const companyFormRules = {
  name: nameRules(200),
  countryId: [required],
  contactEmail: [email],
  contactPhone: labelRules(50),
} satisfies Record<string, FormRule[]>
