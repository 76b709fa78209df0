import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { listMainFiles } from '../../list-main-files.ts'
import { keepMainFiles } from './service-worker.ts'

const source = readFileSync(new URL('../../public/service-worker.js', import.meta.url), 'utf8')

/** Requests something through the service worker, by default a page, while its address answers like this. */
async function ask(
  answer: () => Promise<{ status: number }>,
  path = '/locations/1',
  find: (name: string) => unknown = (name) => (name.startsWith('/offline.') ? `kept ${name}` : undefined),
): Promise<unknown> {
  const listeners: Record<string, (event: unknown) => void> = {}
  const self = {
    location: { origin: 'https://cloud.example' },
    addEventListener: (name: string, listener: (event: unknown) => void) => {
      listeners[name] = listener
    },
  }
  const caches = { match: async (name: string) => find(name) }
  const Response = { error: () => 'an error' }
  runInNewContext(source, { self, caches, fetch: answer, URL, Response })
  const mode = path.startsWith('/offline.') ? 'no-cors' : 'navigate'
  const request = { method: 'GET', mode, url: `https://cloud.example${path}` }
  return new Promise((respondWith) => listeners.fetch!({ request, respondWith }))
}

test("a page is the server's answer, including its refusals and errors", async () => {
  for (const status of [200, 403, 404, 500]) {
    const answer = { status }
    expect(await ask(async () => answer)).toBe(answer)
  }
})

test('without a connection, or behind a proxy whose server is down, the offline page is shown, which reloads by itself', async () => {
  expect(await ask(() => Promise.reject(new TypeError('offline')))).toBe('kept /offline.html')
  for (const status of [502, 503, 504])
    expect(await ask(async () => ({ status })), String(status)).toBe('kept /offline.html')
})

test('where the application has written down what was seen last, a page opens it, if all it needs is kept', async () => {
  const page = { clone: () => ({ text: async () => '<script src="/assets/index-1.js"></script>' }) }
  const kept: Record<string, unknown> = {
    '/page-of-the-application': page,
    '/last-seen.json': '{}',
    '/assets/index-1.js': 'a script',
    '/offline.html': 'kept /offline.html',
  }
  const open = (...left: string[]) =>
    ask(
      () => Promise.reject(new TypeError('offline')),
      '/locations/1',
      (name) => (left.includes(name) ? undefined : kept[name]),
    )
  expect(await open()).toBe(page)
  expect(await open('/last-seen.json')).toBe('kept /offline.html')
  expect(await open('/assets/index-1.js')).toBe('kept /offline.html')
  expect(await open('/page-of-the-application')).toBe('kept /offline.html')
})

test('without a cache yet, the failure passes through', async () => {
  const nothing = () => undefined
  expect(await ask(async () => ({ status: 502 }), undefined, nothing)).toEqual({ status: 502 })
  expect(await ask(() => Promise.reject(new TypeError('offline')), undefined, nothing)).toBe('an error')
})

test('the files of the offline page are cached as well, and updated while the server is reachable', async () => {
  for (const path of ['/offline.js', '/offline.css']) {
    expect(await ask(async () => ({ status: 502 }), path)).toBe(`kept ${path}`)
    expect(await ask(() => Promise.reject(new TypeError('offline')), path)).toBe(`kept ${path}`)
    expect(await ask(async () => ({ status: 200 }), path)).toEqual({ status: 200 })
  }
})

test('the files of the main pages are prefetched, except those already cached, and a failure is ignored', async () => {
  const kept = new Map([['/assets/charts-1.js', 'old']])
  const asked: string[] = []
  const cache = { put: async (path: string) => void kept.set(path, 'new') }
  const listeners: Record<string, (event: unknown) => void> = {}
  const done: Promise<void>[] = []
  const files = ['/assets/charts-1.js', '/assets/gone-2.js', '/assets/alarms-3.js', '/assets/manage-4.js']
  runInNewContext(source.replace('const mainFiles = []', `const mainFiles = ${JSON.stringify(files)}`), {
    self: {
      addEventListener: (name: string, listener: never) => Object.assign(listeners, { [name]: listener }),
    },
    caches: { open: async () => cache, match: async (path: string) => kept.get(path) },
    fetch: async (path: string) => {
      asked.push(path)
      if (path.includes('gone')) throw new TypeError('offline')
      return { ok: true }
    },
    Promise,
  })
  listeners.message!({ data: 'keep-main-files', waitUntil: (work: Promise<void>) => done.push(work) })
  await Promise.all(done)
  // The page itself comes first: an earlier visit may not have been asked through the service worker.
  expect(asked.sort()).toEqual(['/', '/assets/alarms-3.js', '/assets/gone-2.js', '/assets/manage-4.js'])
  expect(Object.fromEntries(kept)).toEqual({
    '/page-of-the-application': 'new',
    '/assets/charts-1.js': 'old',
    '/assets/alarms-3.js': 'new',
    '/assets/manage-4.js': 'new',
  })
})

test('a build caches the files of the main pages, but not those for signing in or typing', () => {
  const chunk = (fileName: string, facadeModuleId: string | null, ...moduleIds: string[]) => ({
    type: 'chunk' as const,
    fileName,
    facadeModuleId,
    moduleIds,
  })
  const asset = (fileName: string) => ({ type: 'asset' as const, fileName })
  expect(
    listMainFiles([
      chunk('assets/charts-page-abcd123.js', '/web/src/features/charts/charts-page.tsx'),
      chunk('assets/login-page-abcd123.js', '/web/src/features/auth/login-page.tsx'),
      asset('assets/login-page-efgh56.css'),
      chunk('assets/shared-abcd123.js', null, '/web/src/features/auth/safe-next.ts'),
      asset('assets/shared-efgh56.css'),
      chunk('assets/calendar-abcd123.js', null, '/node_modules/@mantine/core/index.js'),
      asset('assets/portal-worker-abcd123.js'),
      asset('assets/pdfjs-abcd123.js'),
      asset('assets/pdf-worker-abcd123.js'),
      asset('assets/logo-abcd123.svg'),
      asset('index.html'),
    ]),
  ).toEqual([
    '/assets/charts-page-abcd123.js',
    '/assets/portal-worker-abcd123.js',
    '/assets/shared-abcd123.js',
    '/assets/shared-efgh56.css',
  ])
})

test('nothing is prefetched for a person who asks to save data', async () => {
  vi.useFakeTimers()
  const sent: unknown[] = []
  const visit = async (connection: object | undefined) => {
    vi.stubGlobal('window', { requestIdleCallback: (run: () => void) => run() })
    vi.stubGlobal('navigator', {
      connection,
      serviceWorker: {
        ready: Promise.resolve({ active: { postMessage: (data: unknown) => sent.push(data) } }),
      },
    })
    keepMainFiles()
    await vi.advanceTimersByTimeAsync(60_000)
    return sent.splice(0)
  }
  expect(await visit({ saveData: true })).toEqual([])
  expect(await visit({ effectiveType: 'slow-2g' })).toEqual([])
  expect(await visit({ effectiveType: '4g' })).toEqual(['keep-main-files'])
  expect(await visit(undefined)).toEqual(['keep-main-files'])
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The service worker is told of an event, and has done what it waits for. */
async function tell(name: string, event: object, self: object): Promise<void> {
  const listeners: Record<string, (event: unknown) => void> = {}
  const addEventListener = (of: string, listener: (event: unknown) => void) => {
    listeners[of] = listener
  }
  runInNewContext(source, {
    self: { location: { origin: 'https://cloud.example' }, addEventListener, ...self },
    URL,
  })
  await new Promise((waitUntil) => listeners[name]!({ ...event, waitUntil }))
}

test('a push is shown, and what is pressed opens its page in the window that is open, or in a new one', async () => {
  const showNotification = vi.fn(async () => {})
  const pushed = { title: 'Off grid', body: 'Home', tag: 'alarm-5', url: '/locations/1/alarms/5' }
  await tell('push', { data: { json: () => pushed } }, { registration: { showNotification } })
  expect(showNotification).toHaveBeenCalledWith(
    'Off grid',
    expect.objectContaining({ body: 'Home', tag: 'alarm-5', data: { url: '/locations/1/alarms/5' } }),
  )
  const address = 'https://cloud.example/locations/1/alarms/5'
  const pressed = { notification: { close: vi.fn(), data: { url: pushed.url } } }
  const openWindow = vi.fn(async () => {})
  await tell('notificationclick', pressed, { clients: { matchAll: async () => [], openWindow } })
  expect(openWindow).toHaveBeenCalledWith(address)
  const open = { focus: vi.fn(async () => {}), navigate: vi.fn(async () => {}) }
  await tell('notificationclick', pressed, { clients: { matchAll: async () => [open], openWindow } })
  await vi.waitFor(() => expect(open.navigate).toHaveBeenCalledWith(address))
  expect([open.focus, openWindow, pressed.notification.close].map(({ mock }) => mock.calls.length)).toEqual([
    1, 1, 2,
  ])
})
