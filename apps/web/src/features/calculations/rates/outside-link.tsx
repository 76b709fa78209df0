import type { ReactNode } from 'react'

/** An external link if there is an address; otherwise only the text. */
export function OutsideLink({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return children
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  )
}
