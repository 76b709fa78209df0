import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../shared/paths.ts'
import { useSite } from '../../shared/site.ts'

/** The privacy policy of the site, else the built-in one. */
export function PrivacyLink({ target, children }: { target?: '_blank'; children?: ReactNode }) {
  const policy = useSite()?.links.privacyPolicy
  return policy ? (
    <a href={policy} target={target} rel="noreferrer">
      {children}
    </a>
  ) : (
    <Link to={paths.privacyPolicy} target={target}>
      {children}
    </Link>
  )
}
