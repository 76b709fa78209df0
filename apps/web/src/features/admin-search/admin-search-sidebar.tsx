import { type SearchFilter, searchFilters } from '@ohmstead/domain/admin-search/search-filters'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { useNavigationContext } from '../../shared/navigation/navigation-context.ts'
import { paths } from '../../shared/paths.ts'
import { useUser } from '../../shared/session/current-user.ts'
import sidebarStyles from '../../shared/sidebar/sidebar.module.css'
import {
  type SidebarBodyProps,
  SidebarFrame,
  type SidebarProps,
} from '../../shared/sidebar/sidebar-frame.tsx'
import { useDelayed } from '../../shared/use-delayed.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './admin-search.module.css'
import { filterLabels, isOfOwner } from './filter-labels.ts'
import { type SearchAddress, useSearchAddress } from './search-address.ts'

const typingMs = 500

/** The filters of a search, one field for each, and the way back. */
export function AdminSearchSidebar(props: SidebarProps) {
  const t = useT()
  return (
    <SidebarFrame {...props} label={t('admin_search.filter.heading')} Body={Filters} Footer={BackFooter} />
  )
}

function Filters({ isNarrow }: SidebarBodyProps) {
  return <div className={sidebarStyles.scroller}>{!isNarrow && <FilterForm />}</div>
}

function FilterForm() {
  const t = useT()
  const { role } = useUser()
  const { address, change } = useSearchAddress()
  const { kind, shown, terms } = address
  const labelOf = useFilterLabel(address)
  return (
    <search className={styles.filters} aria-label={t('admin_search.filter.heading')}>
      <header className={styles.filterHead}>
        <h2>{t('titles.admin_search')}</h2>
        <p>{t(`account.role.${role}`)}</p>
      </header>
      {shown.map((name) => (
        <FilterField
          key={`${kind} ${name}`}
          label={labelOf(name)}
          value={terms[name] ?? ''}
          onChange={(text) => change({ terms: { [name]: text } })}
        />
      ))}
      {Object.keys(terms).length > 0 && (
        <Button
          size="small"
          onClick={() => change({ terms: Object.fromEntries(shown.map((name) => [name, ''])) })}
        >
          {t('admin_search.filter.clear')}
        </Button>
      )}
      <FilterChoice />
    </search>
  )
}

function useFilterLabel({ kind }: SearchAddress) {
  const t = useT()
  return (name: SearchFilter) =>
    isOfOwner(kind, name)
      ? t('admin_search.filter.of_owner', { field: t(filterLabels[name]) })
      : t(filterLabels[name])
}

/** Which filters are shown. One of them stays; what stood in a hidden one narrows nothing any more. */
function FilterChoice() {
  const t = useT()
  const { address, change } = useSearchAddress()
  const { kind, shown } = address
  const labelOf = useFilterLabel(address)
  const all: readonly SearchFilter[] = searchFilters[kind]
  const toggle = (name: SearchFilter, isShown: boolean) => {
    const next = all.filter((one) => (one === name ? isShown : shown.includes(one)))
    change({ shown: next, terms: { [name]: '' } })
  }
  return (
    <details className={styles.choice}>
      <summary>{t('admin_search.filter.choose')}</summary>
      <fieldset aria-label={t('admin_search.filter.choose')}>
        {all.map((name) => {
          const isLast = shown.length === 1 && shown[0] === name
          return (
            <Checkbox
              key={name}
              label={labelOf(name)}
              checked={shown.includes(name)}
              isDisabled={isLast}
              {...(isLast && { hint: t('admin_search.filter.one') })}
              onChange={(isShown) => toggle(name, isShown)}
            />
          )
        })}
      </fieldset>
    </details>
  )
}

/** What is typed goes into the address once typing rests. An address that changes by itself shows its own text. */
function FilterField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (text: string) => void
}) {
  const t = useT()
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const sent = useRef(value)
  const settled = useDelayed(typed, typingMs)
  if (value !== known) {
    setKnown(value)
    if (value !== sent.current) setTyped(value)
  }
  const send = useRef(onChange)
  send.current = onChange
  useEffect(() => {
    const text = settled.trim()
    if (text === sent.current) return
    sent.current = text
    send.current(text)
  }, [settled])
  useEffect(() => {
    sent.current = value
  }, [value])
  return (
    <TextField
      type="search"
      label={label}
      value={typed}
      maxLength={100}
      autoComplete="off"
      spellCheck={false}
      onChange={setTyped}
      inside={
        typed && (
          <IconButton label={t('admin_search.filter.empty', { name: label })} onClick={() => setTyped('')}>
            <IconX size={16} />
          </IconButton>
        )
      }
    />
  )
}

function BackFooter({ isNarrow, onFollow }: SidebarBodyProps) {
  const t = useT()
  const context = useNavigationContext()
  const label = context
    ? t('navigation.footer.back_to', { name: context.name })
    : t('navigation.footer.global')
  return (
    <nav className={sidebarStyles.footer} aria-label={t('navigation.footer.back')}>
      <Link
        to={context?.returnPath ?? paths.globalSettings}
        aria-label={label}
        data-tooltip={isNarrow ? label : undefined}
        onClick={onFollow}
      >
        <IconArrowBackUp size={18} stroke={1.6} aria-hidden />
        {!isNarrow && <span>{label}</span>}
      </Link>
    </nav>
  )
}
