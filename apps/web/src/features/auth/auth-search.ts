import { useLocation, useSearch } from '@tanstack/react-router'

/** The parameters of a sign-in page: brand, next page, invitation to confirm, and the result of a provider's visit. */
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

/** The token of a mailed link. It is in the fragment, which no server and no other site ever sees. */
export function useMailedToken(): string {
  const hash = useLocation({ select: (location) => location.hash })
  return new URLSearchParams(hash).get('token') ?? ''
}
