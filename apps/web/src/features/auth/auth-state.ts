import '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address just typed, kept out of the page's URL. */
    email?: string
  }
}
