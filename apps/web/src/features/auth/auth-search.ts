import { useLocation, useSearch } from '@tanstack/react-router'

/** What the address of a sign-in page may carry: whose brand, where to go on, what to confirm, and how a provider's visit ended. */
export interface AuthSearch {
  identifier?: string
  next?: string
  confirmationAction?: string
  confirmationId?: number
  oauth?: string
}

/** Carried from one sign-in page to the next. */
export const keptInAuth = ['identifier', 'next', 'confirmationAction', 'confirmationId'] as const

export function readAuthSearch(search: Record<string, unknown>): AuthSearch {
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : undefined)
  const id = search.confirmationId
  return {
    identifier: text('identifier'),
    next: text('next'),
    confirmationAction: text('confirmationAction'),
    confirmationId: typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined,
    oauth: text('oauth'),
  }
}

export function useAuthSearch(): AuthSearch {
  return readAuthSearch(useSearch({ strict: false }))
}

/** The token of a mailed link. It stands behind the `#`, which no server and no other site ever sees. */
export function useMailedToken(): string {
  const hash = useLocation({ select: (location) => location.hash })
  return new URLSearchParams(hash).get('token') ?? ''
}
