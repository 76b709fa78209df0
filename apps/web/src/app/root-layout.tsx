import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ConsentHost } from '../features/cookie-consent/consent-host.tsx'
import { ImpersonationHost } from '../features/impersonation/impersonation-host.tsx'
import { InvitationHost } from '../features/invitations/invitation-host.tsx'
import { useT } from '../shared/i18n/use-t.ts'
import { useMaybeUser } from '../shared/session/current-user.ts'
import { Toasts } from '../ui/toasts.tsx'
import { startTooltipLayer } from '../ui/tooltip-layer.ts'
import { keepTextsReady } from './keep-texts-ready.ts'
import { Notices } from './notices.tsx'
import { PageTitle } from './page-title.tsx'

export function RootLayout() {
  const t = useT()
  const user = useMaybeUser()
  // The other pages have them below their header.
  const isAuthPage = useLocation({ select: ({ pathname }) => pathname.startsWith('/auth/') })
  useEffect(() => startTooltipLayer(), [])
  useEffect(() => keepTextsReady(), [])
  useEffect(() => startPulling(), [])
  return (
    <>
      <PageTitle />
      <ImpersonationHost />
      {isAuthPage && <Notices />}
      <Outlet />
      {user && <InvitationHost />}
      <ConsentHost />
      <Toasts closeLabel={t('common.action.close')} />
    </>
  )
}

/** On the home screen of an iPhone or iPad there is no browser around the page, and so no way to reload it. */
function startPulling(): (() => void) | undefined {
  if (!('standalone' in navigator) || navigator.standalone !== true) return
  let stop = () => {}
  let isLeft = false
  // Nobody else needs it. What fails is a convenience only, and the next start tries again.
  import('../shared/pull-to-refresh/start-pull-to-refresh.ts').then(
    ({ startPullToRefresh }) => {
      if (!isLeft) stop = startPullToRefresh(() => window.location.reload())
    },
    () => {},
  )
  return () => {
    isLeft = true
    stop()
  }
}
