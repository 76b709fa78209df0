import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { formatTag } from '../i18n/locale.ts'
import { readDecimal, writeDecimal } from './decimal-text.ts'

interface DecimalFieldProps {
  name: string
  label: string
  unit?: string
  /** A decimal text, or what was typed in its place. */
  value: string
  error?: string | undefined
  help?: string
  isLabelHidden?: boolean
  isDisabled?: boolean
  onChange: (value: string) => void
}

/** An exact amount: what is typed is kept digit by digit, never as a binary number. */
export function DecimalField({
  name,
  label,
  unit,
  value,
  error,
  help,
  isLabelHidden,
  isDisabled,
  onChange,
}: DecimalFieldProps) {
  const { i18n } = useLingui()
  const [typed, setTyped] = useState<string | null>(null)
  // The input stays until another amount comes from outside.
  const isTyped = typed !== null && readDecimal(typed) === value
  return (
    <TextField
      name={name}
      label={label}
      hint={unit && `[${unit}]`}
      inputMode="decimal"
      autoComplete="off"
      value={isTyped ? typed : writeDecimal(value, formatTag(i18n.locale))}
      error={error}
      help={help}
      isLabelHidden={isLabelHidden}
      disabled={isDisabled}
      onBlur={() => setTyped(null)}
      onChange={(text) => {
        setTyped(text)
        onChange(readDecimal(text))
      }}
    />
  )
}
