import { IconCheck, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import styles from './menu.module.css'

export interface MenuItem {
  key: string
  label: string
  icon?: ReactNode
  /** Set for one of several options. */
  isChecked?: boolean
  /** Shown, but disabled. */
  isDisabled?: boolean
  onSelect: () => void
}

export interface MenuSection {
  key: string
  heading?: string
  /** Many options: one line with the current one, which opens them in place of the menu. */
  isFolded?: boolean
  items: readonly MenuItem[]
}

interface MenuProps {
  label: string
  trigger: ReactNode
  triggerClassName: string
  sections: readonly MenuSection[]
  /** A quiet line below all options. */
  foot?: string
}

/** A button with a menu in the browser's top layer; Escape and a click outside close it, arrows and letters move. */
export function Menu({ label, trigger, triggerClassName, sections, foot }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [unfolded, setUnfolded] = useState<string | null>(null)
  const leftFold = useRef<string | null>(null)
  const place = useCallback(() => {
    const element = menu.current!
    const from = button.current!.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = element
    const fitsBelow = from.bottom + 4 + height <= window.innerHeight - 8
    element.style.left = `${Math.max(8, Math.min(from.left, document.documentElement.clientWidth - width - 8))}px`
    element.style.top = `${fitsBelow ? from.bottom + 4 : Math.max(8, from.top - 4 - height)}px`
  }, [])
  const items = () => [...menu.current!.querySelectorAll<HTMLElement>('[role^=menuitem]:not([disabled])')]
  const onToggle = (isOpen: boolean) => {
    button.current?.setAttribute('aria-expanded', String(isOpen))
    leftFold.current = null
    setUnfolded(null)
    if (!isOpen) return
    place()
    items()[0]?.focus()
  }
  // The list that replaces the menu has another size; the current option, and back the line it came from, keep the focus.
  useLayoutEffect(() => {
    const element = menu.current!
    const cameFrom = leftFold.current
    leftFold.current = unfolded
    if (!element.matches(':popover-open') || cameFrom === unfolded) return
    place()
    const target = unfolded === null ? `[data-fold="${cameFrom}"]` : '[aria-checked=true]'
    const found = element.querySelector<HTMLElement>(target) ?? element.querySelector<HTMLElement>('button')
    found?.focus()
  }, [unfolded, place])
  const onKeyDown = (event: KeyboardEvent) => {
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const target = nextIndex(event.key, at, all.length) ?? findTyped(event, all, at)
    const { fold } = (event.target as HTMLElement).dataset
    if (event.key === 'Tab') menu.current!.hidePopover()
    if (event.key === 'ArrowRight' && fold !== undefined) setUnfolded(fold)
    if (event.key === 'ArrowLeft') setUnfolded(null)
    if (target === null) return
    event.preventDefault()
    all[target]?.focus()
  }
  const select = (item: MenuItem) => {
    menu.current!.hidePopover()
    item.onSelect()
  }
  const shown = sections.filter(({ key }) => unfolded === null || key === unfolded)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={triggerClassName}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded="false"
        aria-label={label}
        data-tooltip={label}
      >
        {trigger}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className={styles.menu}
        onToggle={(event) => onToggle(event.newState === 'open')}
        onKeyDown={onKeyDown}
      >
        {shown.map((section, index) => (
          <Fragment key={section.key}>
            {index > 0 && !(section.isFolded && shown[index - 1]?.isFolded) && <hr className={styles.line} />}
            {section.isFolded && (
              <FoldLine
                section={section}
                isOpen={unfolded !== null}
                onToggle={() => setUnfolded(unfolded === null ? section.key : null)}
              />
            )}
            {!section.isFolded && section.heading && (
              <div className={styles.heading} role="presentation">
                {section.heading}
              </div>
            )}
            {(!section.isFolded || unfolded !== null) &&
              section.items.map((item) => <Line key={item.key} item={item} onSelect={select} />)}
          </Fragment>
        ))}
        {foot && unfolded === null && (
          <div className={styles.foot} role="presentation">
            {foot}
          </div>
        )}
      </div>
    </>
  )
}

/** The next item that begins with the letter pressed, around the end. */
function findTyped({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, items: HTMLElement[], at: number) {
  if (ctrlKey || metaKey || altKey || !/^[\p{L}\p{N}]$/u.test(key)) return null
  const letter = key.toLocaleLowerCase()
  const starts = (item: HTMLElement) => item.textContent.trim().toLocaleLowerCase().startsWith(letter)
  const after = items.findIndex((item, place) => place > at && starts(item))
  const found = after >= 0 ? after : items.findIndex(starts)
  return found >= 0 ? found : null
}

/** Opens a long list, and above the open list leads back. */
function FoldLine({
  section: { key, heading, items },
  isOpen,
  onToggle,
}: {
  section: MenuSection
  isOpen: boolean
  onToggle: () => void
}) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={styles.item}
      data-fold={isOpen ? undefined : key}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      {isOpen && <IconChevronLeft size={16} />}
      <span className={styles.text}>{heading}</span>
      {!isOpen && (
        <>
          <span className={styles.choice}>{items.find(({ isChecked }) => isChecked)?.label}</span>
          <IconChevronRight size={16} />
        </>
      )}
    </button>
  )
}

function Line({ item, onSelect }: { item: MenuItem; onSelect: (item: MenuItem) => void }) {
  const common = {
    type: 'button',
    tabIndex: -1,
    className: styles.item,
    disabled: item.isDisabled,
    onClick: () => onSelect(item),
  } as const
  const content = (
    <>
      {item.icon}
      <span className={styles.text}>{item.label}</span>
      {item.isChecked && <IconCheck size={16} />}
    </>
  )
  if (item.isChecked === undefined)
    return (
      <button {...common} role="menuitem">
        {content}
      </button>
    )
  return (
    <button {...common} role="menuitemradio" aria-checked={item.isChecked}>
      {content}
    </button>
  )
}

/** Where the arrow keys lead in a list that wraps around; null for other keys. */
export function nextIndex(key: string, current: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (current + 1) % count
  if (key === 'ArrowUp') return (current - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
