import { i18n, type Messages } from '@lingui/core'
import type { UserView } from '@ohmstead/contract/users'
import type { Query } from '@tanstack/react-query'
import { isStoring, onWipe } from '../lib/local-store.ts'
import { isCloudReachable } from '../lib/reachability.ts'
import { hasOnlyFirstTexts } from '../shared/i18n/catalogue.ts'
import { queryClient } from '../shared/query-client.ts'
import { getUser } from '../shared/session/current-user.ts'
import { siteQuery } from '../shared/site.ts'

// What the main pages showed last, kept so that they open again where there is no connection. The service worker reads
// the same name, and starts the application only where something is kept.

const cacheName = 'last-seen'
const path = '/last-seen.json'
const writeEveryMs = 20_000
const oldestMs = 7 * 86_400_000
const largestAnswer = 400_000
/** An answer with more values than that is too large in any case, and takes long to be written out. */
const mostValues = 20_000
const largest = 3_000_000

/** Places, their charts and their alarms. What administration shows of other people is never written down. */
const keptNames = new Set<unknown>([
  'menu',
  'companies',
  'location',
  'location-group',
  'energy',
  'series',
  'alarms',
  'controllers',
])

interface LastSeen {
  at: number
  locale: string
  messages: Messages
  user: UserView
  site: unknown
  /** Key, answer, and when it was known. */
  answers: [readonly unknown[], unknown, number][]
}

/** Answers never change in place, and most are the same the next time. */
const texts = new WeakMap<object, string>()

function toText(value: object): string {
  const known = texts.get(value)
  if (known !== undefined) return known
  const text = JSON.stringify(value)
  texts.set(value, text)
  return text
}

const store = (): CacheStorage | null => globalThis.caches ?? null

/** Writes down now and then what the person sees, and when they turn away from the page. Returns how to end it. */
export function keepLastSeen(): () => void {
  if (!('serviceWorker' in navigator)) return () => {}
  const timer = setInterval(() => void writeLastSeen(), writeEveryMs)
  const onHidden = () => document.visibilityState === 'hidden' && void writeLastSeen()
  document.addEventListener('visibilitychange', onHidden)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onHidden)
  }
}

let written = ''

export async function writeLastSeen(): Promise<void> {
  const user = getUser()
  // Whoever acts as somebody else leaves nothing of them here.
  if (!user || user.impersonator || !isStoring() || !isCloudReachable()) return
  // Without a connection the others could not be fetched.
  if (hasOnlyFirstTexts()) return
  const answers = chooseAnswers()
  const mark = `${i18n.locale} ${answers.map(({ queryHash, state }) => `${queryHash} ${state.dataUpdatedAt}`)}`
  if (mark === written) return
  const head = JSON.stringify({
    at: Date.now(),
    locale: i18n.locale,
    user,
    site: queryClient.getQueryData(siteQuery.queryKey) ?? null,
  })
  const rows = answers.map(
    ({ queryKey, state }) =>
      `[${JSON.stringify(queryKey)},${toText(state.data as object)},${state.dataUpdatedAt}]`,
  )
  const text = `${head.slice(0, -1)},"messages":${toText(i18n.messages)},"answers":[${rows.join()}]}`
  try {
    const cache = await store()?.open(cacheName)
    await cache?.put(path, new Response(text, { headers: { 'content-type': 'application/json' } }))
    written = mark
  } catch {
    // Refused or full: without a connection there is less to see.
  }
  // They may have left meanwhile.
  if (getUser()?.id !== user.id || !isStoring()) await forgetLastSeen()
}

/** What is left of a number of values when these are taken off; negative if there are more. */
function takeOff(value: object, left: number): number {
  for (const part of Object.values(value)) {
    if (--left < 0) break
    if (part instanceof Object) left = takeOff(part, left)
  }
  return left
}

/** The newest first, until there is enough. */
function chooseAnswers(): Query[] {
  const known = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ queryKey: [name], state }) => keptNames.has(name) && state.data instanceof Object)
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
  let left = largest
  return known.filter(({ state }) => {
    if (takeOff(state.data as object, mostValues) < 0) return false
    const { length } = toText(state.data as object)
    if (length > largestAnswer || length > left) return false
    left -= length
    return true
  })
}

export async function readLastSeen(): Promise<LastSeen | null> {
  try {
    const answer = await store()?.match(path)
    const known: LastSeen | null = answer ? await answer.json() : null
    if (known === null || Date.now() - known.at < oldestMs) return known
    await forgetLastSeen()
    return null
  } catch {
    return null
  }
}

export async function forgetLastSeen(): Promise<void> {
  written = ''
  await store()
    ?.delete(cacheName)
    .catch(() => false)
}

// At sign-in, at sign-out, and when acting as somebody else starts or ends.
onWipe(() => void forgetLastSeen())
