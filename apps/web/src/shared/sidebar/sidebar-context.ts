import { createContext, useContext } from 'react'

/** Opens the sidebar: on a small screen it is a drawer that a page may need to point at. */
export const SidebarContext = createContext<() => void>(() => {})

export function useOpenSidebar(): () => void {
  return useContext(SidebarContext)
}
