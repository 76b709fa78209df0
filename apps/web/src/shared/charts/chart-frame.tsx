import { type HTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react'
import { useT } from '../i18n/use-t.ts'

interface Props extends Omit<HTMLAttributes<HTMLDivElement>, 'role' | 'tabIndex'> {
  ref?: Ref<HTMLDivElement>
  /** What the chart is of. */
  label: string
  /** What the keys do. */
  keys: string
  /** What is pointed at, in words; null while nothing is. */
  readout: string | null
  children?: ReactNode
}

/**
 * A picture that is read with the keyboard: announced as a chart by its name, and each value that the keys reach is
 * read out. What the pointer passes over is not.
 */
export function ChartFrame({ ref, label, keys, readout, children, onFocus, onBlur, ...rest }: Props) {
  const t = useT()
  const id = useId()
  const [isFocused, setFocused] = useState(false)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div
      {...rest}
      ref={ref}
      role="group"
      aria-roledescription={t('charts.chart.role')}
      aria-label={label}
      aria-describedby={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its values are read with the keyboard
      tabIndex={0}
      onFocus={(event) => {
        setFocused(true)
        onFocus?.(event)
      }}
      onBlur={(event) => {
        setFocused(false)
        onBlur?.(event)
      }}
    >
      {children}
      <span id={id} hidden>
        {keys}
      </span>
      <span className="visually-hidden" aria-live="polite">
        {isFocused && readout}
      </span>
    </div>
  )
}
