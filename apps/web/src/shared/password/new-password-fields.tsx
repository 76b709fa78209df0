import type { ComponentProps } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { useT } from '../i18n/use-t.ts'
import { PasswordStrength } from './password-strength.tsx'

type Field = Pick<ComponentProps<typeof TextField>, 'label' | 'value' | 'onChange'> & {
  name: string
  error?: string
}

/** A new password, twice, with hints on its strength. `own` are words that it should not contain. */
export function NewPasswordFields({
  password,
  repeat,
  own,
  isFirst = false,
}: {
  password: Field
  repeat: Field
  own: readonly string[]
  /** Whether the form begins with them. */
  isFirst?: boolean
}) {
  const t = useT()
  const eye = { showLabel: t('auth.login.show_password'), hideLabel: t('auth.login.hide_password') }
  return (
    <>
      <TextField {...password} {...eye} type="password" autoComplete="new-password" autoFocus={isFirst} />
      <PasswordStrength password={password.value} own={own} />
      <TextField {...repeat} {...eye} type="password" autoComplete="new-password" />
    </>
  )
}
