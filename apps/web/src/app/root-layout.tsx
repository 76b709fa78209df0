import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ConsentHost } from '../features/cookie-consent/consent-host.tsx'
import { ImpersonationBanner } from '../features/impersonation/impersonation-banner.tsx'
import { InvitationHost } from '../features/invitations/invitation-host.tsx'
import { useT } from '../shared/i18n/use-t.ts'
import { isInstalledOnIos, startPullToRefresh } from '../shared/pull-to-refresh/start-pull-to-refresh.ts'
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
  useEffect(() => {
    if (isInstalledOnIos()) return startPullToRefresh(() => window.location.reload())
  }, [])
  return (
    <>
      <PageTitle />
      <ImpersonationBanner />
      {isAuthPage && <Notices />}
      <Outlet />
      {user && <InvitationHost />}
      <ConsentHost />
      <Toasts closeLabel={t('common.action.close')} />
    </>
  )
}
