/** The page that a person came from and goes back to: settings opened from a location lead back to it. */
export interface NavigationContext {
  name: string
  path: string
  title: string
  returnPath: string
}

export interface ContextRole {
  path: string
  title: string
  /** The page's own name, e.g. the location's. */
  name: string
  isSource: boolean
  keeps: boolean
}

/** The context after navigation: stored when going from a source to a page that keeps it, cleared on leaving. */
export function nextContext(
  current: NavigationContext | null,
  from: ContextRole | null,
  to: Pick<ContextRole, 'keeps'>,
): NavigationContext | null {
  if (!to.keeps) return null
  if (!from?.isSource) return current
  return { name: from.name, path: from.path, title: from.title, returnPath: from.path }
}
