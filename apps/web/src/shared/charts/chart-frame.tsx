import { type HTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react'
import { useT } from '../i18n/use-t.ts'

interface Props extends Omit<HTMLAttributes<HTMLDivElement>, 'role' | 'tabIndex'> {
  ref?: Ref<HTMLDivElement>
  /** The subject of the chart. */
  label: string
  /** The keyboard shortcuts. */
  keys: string
  /** The value pointed at, in words; null without one. */
  readout: string | null
  children?: ReactNode
}

/**
 * A picture that is read by keyboard: announced as a chart by its name, and each value reached by a key is
 * announced. Values under the pointer are not.
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
