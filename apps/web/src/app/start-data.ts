import type { Messages } from '@lingui/core'
import type { UserView } from '@ohmstead/contract/users'
import { supportedLocales } from '@ohmstead/domain/i18n/locales'
import { keepAnswersAhead } from '../lib/answers-ahead.ts'
import { ApiError } from '../lib/api-error.ts'
import { call, isApiElsewhere, readAnswer, setApiHost } from '../lib/call.ts'
import { noteNoAnswer } from '../lib/reachability.ts'
import { activateLocale, switchLocale } from '../shared/i18n/catalogue.ts'
import { queryClient } from '../shared/query-client.ts'
import { setUser, userQuery } from '../shared/session/current-user.ts'
import { type SiteInfo, siteQuery } from '../shared/site.ts'
import { adoptTheme } from '../shared/theme-choice.ts'
import { forgetLastSeen, readLastSeen } from './last-seen.ts'

declare global {
  interface Window {
    /** Requests sent by start.js before the application was loaded. */
    ohmsteadStart?: {
      locale: string
      /** Whether `messages` are only those of the first pages. */
      hasFirstTextsOnly?: boolean
      user: Promise<Response>
      site: Promise<Response>
      messages: Promise<Response>
      /** By the address of the call. */
      ahead: Record<string, Promise<Response>>
    }
  }
}

/** Everything the first page needs before it is drawn: without a connection what this browser kept of it, if anything. */
export async function loadStartData(): Promise<void> {
  try {
    await askForStartData()
  } catch (error) {
    if (!isWithoutAnswer(error) || !(await startFromLastSeen())) throw error
  }
}

const isWithoutAnswer = (error: unknown) =>
  error instanceof TypeError ||
  (error instanceof ApiError && ['offline', 'unavailable', 'timeout'].includes(error.code))

/** The pages open as they were seen last, with their age, and ask again once the cloud answers. */
async function startFromLastSeen(): Promise<boolean> {
  const known = await readLastSeen()
  if (known === null) return false
  const { at, user, site, locale, messages, answers } = known
  for (const [key, answer, updatedAt] of answers) queryClient.setQueryData(key, answer, { updatedAt })
  if (site) {
    queryClient.setQueryData(siteQuery.queryKey, site as SiteInfo, { updatedAt: at })
    setApiHost((site as SiteInfo).host)
  }
  activateLocale(locale, messages)
  setUser(user)
  // Who they are is asked again as well.
  queryClient.setQueryData(userQuery.queryKey, user, { updatedAt: at })
  adoptTheme(user.settings.theme, (site as SiteInfo | null)?.theme)
  noteNoAnswer()
  return true
}

/** The person, the site, the texts. Throws where the person fails. */
async function askForStartData(): Promise<void> {
  const early = window.ohmsteadStart
  const locale = early?.locale ?? 'sl'
  const site = loadSite(early?.site)
  const [user] = await Promise.all([
    // Early requests went to the page's own origin.
    site.then(() => loadUser(isApiElsewhere() ? undefined : early?.user)),
    loadMessages(locale, early),
  ])
  setUser(user)
  // Their session may have ended without a word to this page.
  if (!user) void forgetLastSeen()
  if (user && early && !isApiElsewhere()) keepAnswersAhead(early.ahead)
  adoptTheme(user?.settings.theme, queryClient.getQueryData(siteQuery.queryKey)?.theme)
  const wanted = supportedLocales.find((name) => name === user?.locale)
  if (wanted && wanted !== locale) await switchLocale(wanted)
}

async function loadUser(early: Promise<Response> | undefined): Promise<UserView | null> {
  try {
    const answer = early
      ? await readAnswer<'GET /auth/user'>(await early, 'GET /auth/user')
      : await call('GET /auth/user')
    return answer.user
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_signed_in') return null
    throw error
  }
}

/** The application starts even without the look of the site. */
async function loadSite(early: Promise<Response> | undefined): Promise<void> {
  try {
    const site = early ? await readAnswer<'GET /site/info'>(await early) : await call('GET /site/info')
    queryClient.setQueryData(siteQuery.queryKey, site)
    setApiHost(site.host)
  } catch (error) {
    // Without a connection the person cannot be asked for either, and that is dealt with.
    if (!isWithoutAnswer(error)) console.error(error)
  }
}

async function loadMessages(locale: string, early: Window['ohmsteadStart']): Promise<void> {
  const { messages } = early
    ? await readAnswer<'GET /site/translations/:locale'>(await early.messages)
    : await call('GET /site/translations/:locale', { params: { locale } })
  activateLocale(locale, messages as Messages, early?.hasFirstTextsOnly ? 'first' : 'all')
}
