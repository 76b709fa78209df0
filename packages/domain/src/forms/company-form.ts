import { email, type FormRule, required } from './form-rules.ts'

/** Creating a company: name and country are asked for, the contacts may stay empty. */
export const companyFormRules = {
  name: [required, { rule: 'max', length: 200 }],
  countryId: [required],
  contactEmail: [email],
  contactPhone: [{ rule: 'max', length: 50 }],
} satisfies Record<string, FormRule[]>
