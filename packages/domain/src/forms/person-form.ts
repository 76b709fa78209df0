import { type FormRule, labelRules, nameRules } from './form-rules.ts'

/** Personal information. People who registered through another service may have no last name. */
export const personFormRules = {
  first_name: nameRules(100),
  last_name: labelRules(100),
} satisfies Record<string, FormRule[]>
