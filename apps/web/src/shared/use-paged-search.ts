import { useState } from 'react'
import { useDelayed } from './use-delayed.ts'

const typingMs = 500

export interface PagedSearch {
  typed: string
  onType: (text: string) => void
  /** What is searched for: what was typed, once it stands still. */
  search: string
  page: number
  onPage: (page: number) => void
}

/** Words that narrow a long list, and its page. `narrowedBy` is what else narrows it: any change begins at the first page. */
export function usePagedSearch(narrowedBy: string, initial = ''): PagedSearch {
  const [typed, setTyped] = useState(initial)
  const search = useDelayed(typed, typingMs)
  const list = JSON.stringify([narrowedBy, search])
  const [at, setAt] = useState({ page: 1, list })
  return {
    typed,
    onType: setTyped,
    search,
    page: at.list === list ? at.page : 1,
    onPage: (page) => setAt({ page, list }),
  }
}
