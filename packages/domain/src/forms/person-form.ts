import { type FormRule, required } from './form-rules.ts'

/** Personal information. Whoever registered elsewhere may have no last name. */
export const personFormRules = {
  first_name: [required, { rule: 'max', length: 100 }],
  last_name: [{ rule: 'max', length: 100 }],
} satisfies Record<string, FormRule[]>
