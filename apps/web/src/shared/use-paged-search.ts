import { useState } from 'react'
import { useDelayed } from './use-delayed.ts'

const typingMs = 500

export interface PagedSearch {
  typed: string
  onType: (text: string) => void
  /** The search text: the input, once it is stable. */
  search: string
  page: number
  onPage: (page: number) => void
}

/** The words that filter a long list, and its page. `narrowedBy` are further filters: any change starts at the first page. */
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
