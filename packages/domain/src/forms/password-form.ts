import { email, type FormRule, nameRules, required } from './form-rules.ts'

/** At least 8 characters and no other requirement; long sentences fit. */
export const newPasswordRules: FormRule[] = [
  required,
  { rule: 'min', length: 8 },
  { rule: 'max', length: 256 },
]

const passwordRepeatRules: FormRule[] = [required, { rule: 'confirmed', target: 'password' }]

/** `terms` and `privacy` are boxes that must be ticked. */
export const registerFormRules = {
  first_name: nameRules(100),
  last_name: nameRules(100),
  email: [required, email],
  terms: [required],
  privacy: [required],
} satisfies Record<string, FormRule[]>

/** `code` is the one from the log. */
export const firstAdminFormRules = {
  code: [required],
  email: [required, email],
  password: newPasswordRules,
  password_repeat: passwordRepeatRules,
} satisfies Record<string, FormRule[]>

export const forgottenPasswordFormRules = { email: [required, email] } satisfies Record<string, FormRule[]>

export const resetPasswordFormRules = {
  password: newPasswordRules,
  password_repeat: passwordRepeatRules,
} satisfies Record<string, FormRule[]>

export const changePasswordFormRules = {
  current_password: [required],
  ...resetPasswordFormRules,
} satisfies Record<string, FormRule[]>
