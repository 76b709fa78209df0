import { dayAt } from '@ohmstead/domain/time/days'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { readStoredJson, writeStoredJson } from '../../lib/local-store.ts'
import { useNow } from '../use-now.ts'
import { formatSelection, type PortalSelection, portalTimeZone, readSelection } from './portal-selection.ts'

/** Today in the time zone of the network fee. */
export function usePortalToday(): string {
  return dayAt(useNow(60_000), portalTimeZone)
}

export type ChangeSelection = (
  part: Partial<PortalSelection>,
  options?: { /** A page to go to with it. */ to?: string },
) => void

/** The selection, from the address or else the last one; changing it changes the address. */
export function usePortalSelection(): { selection: PortalSelection; change: ChangeSelection } {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const today = usePortalToday()
  const selection = useMemo(() => readSelection(search, readKept(), today), [search, today])
  useEffect(() => writeStoredJson('portal', formatSelection(selection, today)), [selection, today])
  const navigate = useNavigate()
  const change = useCallback<ChangeSelection>(
    (part, { to } = {}) => {
      const written = formatSelection({ ...selection, ...part }, today)
      writeStoredJson('portal', written)
      void navigate({
        to: to ?? '.',
        search: ((previous: Record<string, unknown>) => ({ ...previous, ...written })) as never,
        replace: to === undefined,
        resetScroll: to !== undefined,
      })
    },
    [navigate, selection, today],
  )
  return { selection, change }
}

function readKept(): Record<string, unknown> {
  const kept = readStoredJson<unknown>('portal')
  return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}
}
