import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { formatTag } from '../i18n/locale.ts'
import { useT } from '../i18n/use-t.ts'
import { formatPriceText, parseDecimalText } from '../portal/price-text.ts'

interface NumberFieldProps {
  name: string
  label: string
  unit: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

/** A non-negative number with its unit; an invalid one stays in the field and changes nothing. */
export function NumberField({ name, label, unit, value, min, max, onChange }: NumberFieldProps) {
  const t = useT()
  const { i18n } = useLingui()
  const [typed, setTyped] = useState<string | null>(null)
  const tag = formatTag(i18n.locale)
  const parsed = typed === null ? value : parseDecimalText(typed)
  const isRight = parsed !== null && parsed >= min && parsed <= max
  return (
    <TextField
      name={name}
      label={label}
      hint={unit && `[${unit}]`}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? formatPriceText(value, tag)}
      error={
        isRight
          ? undefined
          : t('what_if.out_of_bounds', { min: formatPriceText(min, tag), max: formatPriceText(max, tag) })
      }
      onBlur={() => isRight && setTyped(null)}
      onChange={(text) => {
        setTyped(text)
        const next = parseDecimalText(text)
        if (next !== null && next >= min && next <= max) onChange(next)
      }}
    />
  )
}
