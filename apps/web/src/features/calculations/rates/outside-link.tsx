import type { ReactNode } from 'react'

/** A link that leaves the page where there is somewhere to go; otherwise only the text. */
export function OutsideLink({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return children
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  )
}
