import type { ComponentProps } from 'react'
import styles from './button.module.css'

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger'

interface Look {
  variant?: Variant
  size?: 'normal' | 'small'
  wide?: boolean
  shape?: 'text' | 'icon'
}

/** The same look for a link: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass({
  variant = 'secondary',
  size = 'normal',
  wide = false,
  shape = 'text',
}: Look = {}): string {
  return [
    styles.button,
    styles[variant],
    size === 'small' && styles.small,
    wide && styles.wide,
    shape === 'icon' && styles.icon,
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * `isBusy` is for what takes a while and is done once: a double press is one press, also where the second comes before
 * the button could show that it is at work.
 */
export function Button({
  variant,
  size,
  wide,
  isBusy,
  children,
  disabled,
  onClick,
  ...rest
}: Look & { isBusy?: boolean } & ComponentProps<'button'>) {
  const isOnce = isBusy !== undefined
  return (
    <button
      type="button"
      {...rest}
      onClick={(event) => {
        if (isOnce && event.detail > 1) event.preventDefault()
        else onClick?.(event)
      }}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      className={buttonClass({ variant, size, wide })}
    >
      {isBusy && <span className={styles.spinner} aria-hidden />}
      {children}
    </button>
  )
}

/** A button with only an icon; its label is read out and shown as a tooltip. */
export function IconButton({
  label,
  size = 'normal',
  children,
  className,
  ...rest
}: { label: string; size?: 'normal' | 'small' } & ComponentProps<'button'>) {
  const look = [styles.button, styles.icon, size === 'small' && styles.small, className]
    .filter(Boolean)
    .join(' ')
  return (
    <button type="button" {...rest} aria-label={label} data-tooltip={label} className={look}>
      {children}
    </button>
  )
}
