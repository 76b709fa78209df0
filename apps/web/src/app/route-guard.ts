import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { paths } from '../shared/paths.ts'
import { getUser } from '../shared/session/current-user.ts'
import { type Audience, guardPage } from './guard.ts'

/** For `beforeLoad`: people who may not see the page are redirected to where they can continue. */
export function guard(audience: Audience) {
  return ({ location }: { location: ParsedLocation }) => {
    const target = guardPage(getUser(), audience, location.pathname, Date.now())
    if (target === null) return
    const isSigningIn = target === paths.login && location.pathname !== paths.home
    throw redirect({
      to: target,
      search: {
        ...findConfirmation(location.search),
        ...(target === paths.login && findIdentifier(location.search)),
        ...(isSigningIn && { next: location.href }),
      },
      replace: true,
    })
  }
}

/** An invitation to confirm is carried through every redirect to the page that can ask about it. */
export function findConfirmation(search: object) {
  const { confirmationAction, confirmationId } = search as Record<string, unknown>
  return confirmationId === undefined ? {} : { confirmationAction, confirmationId }
}

/** A mail in somebody's brand leads to a sign-in in that brand. */
function findIdentifier(search: object) {
  const { identifier } = search as Record<string, unknown>
  return typeof identifier === 'string' ? { identifier } : {}
}
