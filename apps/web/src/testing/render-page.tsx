import { i18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { I18nProvider } from '@lingui/react'
import type { UserView } from '@ohmstead/contract/users'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, vi } from 'vitest'
import en from '../../../../locales/en.json'
import { noteAnswer, setProbe } from '../lib/reachability.ts'
import { queryClient } from '../shared/query-client.ts'
import { setUser, UserContext } from '../shared/session/current-user.ts'
import { closeToast, getToasts } from '../ui/toast-store.ts'
import { Toasts } from '../ui/toasts.tsx'

// A part that is fetched when it is first shown may take a busy machine many seconds: the limit ends what hangs.
configure({ asyncUtilTimeout: 30_000 })

// The simulated browser has no top layer; popovers are simply in the page.
HTMLElement.prototype.showPopover ??= () => {}
HTMLElement.prototype.hidePopover ??= () => {}

i18n.loadAndActivate({
  locale: 'en',
  messages: Object.fromEntries(Object.entries(en).map(([key, text]) => [key, compileMessage(text)])),
})

// There is no cloud; an unanswered call is up to the test.
const answersAtOnce = async () => true
setProbe(answersAtOnce)

afterEach(() => {
  cleanup()
  setProbe(answersAtOnce)
  noteAnswer()
  queryClient.clear()
  for (const { id } of getToasts()) closeToast(id)
  localStorage.clear()
  vi.unstubAllGlobals()
})

export interface Shown {
  user: ReturnType<typeof userEvent.setup>
  /** The current address. */
  path(): string
}

/**
 * Renders a component as the application does, in English, at an address whose pattern names the ids in it. Every other
 * address shows its own path.
 */
export async function renderPage(
  page: ReactNode,
  { at = '/', pattern = at, person }: { at?: string; pattern?: string; person?: UserView } = {},
): Promise<Shown> {
  // Messages outlive the page that they come from, as in the application.
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <Toasts closeLabel="Close" />
      </>
    ),
  })
  const own = createRoute({
    getParentRoute: () => root,
    path: pattern,
    component: () => <UserContext value={person ?? null}>{page}</UserContext>,
  })
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>elsewhere</p> })
  const router = createRouter({
    routeTree: root.addChildren(pattern === '/$' ? [own] : [own, elsewhere]),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  if (person) setUser(person)
  await router.load()
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </I18nProvider>,
  )
  return { user: userEvent.setup(), path: () => router.state.location.pathname }
}
