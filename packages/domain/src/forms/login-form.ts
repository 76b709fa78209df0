import { email, type FormRule, required } from './form-rules.ts'

export const loginFormRules = {
  email: [required, email],
  password: [required],
} satisfies Record<string, FormRule[]>
