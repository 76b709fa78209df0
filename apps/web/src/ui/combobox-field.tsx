import { IconChevronDown } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import styles from './combobox-field.module.css'
import fieldStyles from './field.module.css'
import { matchesWords } from './match-words.ts'

export interface ComboboxOption {
  value: string
  /** Its name, and below it what distinguishes it from others of that name. Both are searched. */
  label: string
  detail: string
}

interface ComboboxFieldProps {
  label: string
  options: readonly ComboboxOption[]
  value: string
  onChange: (value: string) => void
  placeholder?: string
  openLabel: string
  noneText: (search: string) => string
  countText: (count: number) => string
}

/** A choice among many: open it and press, or type a part of the name. The chosen one stays until another is. */
export function ComboboxField(props: ComboboxFieldProps) {
  const { label, options, value, onChange, placeholder, openLabel, noneText, countText } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [search, setSearch] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [activeValue, setActiveValue] = useState<string | null>(null)
  const chosen = options.find((option) => option.value === value)
  const found = search
    ? options.filter((option) => matchesWords(`${option.label} ${option.detail}`, search))
    : options
  const wanted = found.findIndex((option) => option.value === (activeValue ?? value))
  const active = isOpen && found.length > 0 ? Math.max(0, wanted) : -1

  const close = () => {
    setOpen(false)
    setSearch(null)
    setActiveValue(null)
  }
  const open = () => {
    setOpen(true)
    input.current?.select()
  }
  const choose = (option: ComboboxOption | undefined) => {
    if (option && option.value !== value) onChange(option.value)
    close()
  }
  const walk = (to: number) => {
    if (!isOpen) open()
    else setActiveValue(found[Math.min(found.length - 1, Math.max(0, to))]?.value ?? null)
  }
  const press = (event: KeyboardEvent) => {
    const moves: Record<string, () => void> = {
      ArrowDown: () => walk(active + 1),
      ArrowUp: () => walk(active - 1),
      PageDown: () => walk(active + pageStep),
      PageUp: () => walk(active - pageStep),
      ...(isOpen && { Enter: () => choose(found[active]), Escape: close }),
    }
    const move = moves[event.key]
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return
    // Keys handled by the field neither send the form nor close its container.
    event.preventDefault()
    event.stopPropagation()
    move()
  }
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <div className={fieldStyles.box}>
        <input
          ref={input}
          id={id}
          className={`${fieldStyles.input} ${fieldStyles.withButton} ${styles.input}`}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-describedby={`${id}-detail`}
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={search ?? chosen?.label ?? ''}
          onChange={(event) => {
            setSearch(event.target.value)
            setActiveValue(null)
            setOpen(true)
          }}
          onClick={() => !isOpen && open()}
          onKeyDown={press}
          onBlur={close}
        />
        <button
          type="button"
          className={styles.toggle}
          tabIndex={-1}
          aria-label={openLabel}
          // The field keeps the focus, so that leaving it closes the list.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            if (isOpen) return close()
            input.current?.focus()
            open()
          }}
        >
          <IconChevronDown size={16} aria-hidden />
        </button>
        {isOpen && (
          <div id={`${id}-list`} className={styles.list} role="listbox" aria-label={label}>
            {found.map((option, place) => (
              <div
                key={option.value}
                id={`${id}-${place}`}
                ref={place === active ? scrollIntoList : undefined}
                className={styles.option}
                role="option"
                tabIndex={-1}
                aria-selected={option.value === value}
                data-active={place === active || undefined}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
                onKeyDown={press}
              >
                <span>{option.label}</span>
                <small>{option.detail}</small>
              </div>
            ))}
            {found.length === 0 && <p className={styles.none}>{noneText(search ?? '')}</p>}
          </div>
        )}
      </div>
      {chosen && (
        <p id={`${id}-detail`} className={styles.detail}>
          {chosen.detail}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {isOpen && search ? (found.length > 0 ? countText(found.length) : noneText(search)) : ''}
      </p>
    </div>
  )
}

const pageStep = 8

const scrollIntoList = (option: HTMLElement | null) => option?.scrollIntoView?.({ block: 'nearest' })
