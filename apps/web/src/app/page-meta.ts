import '@tanstack/react-router'
import type { MessageKey } from '../shared/i18n/use-t.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: MessageKey
    /** A page that others lead back to. */
    isContextSource?: boolean
    /** A page that remembers where it was opened from. */
    keepsContext?: boolean
    /** A sidebar of its own instead of the tree of locations. */
    sidebar?: 'portal' | 'search'
  }
}
