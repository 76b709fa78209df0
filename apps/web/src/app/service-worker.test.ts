import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const source = readFileSync(new URL('../../public/service-worker.js', import.meta.url), 'utf8')

/** Asks through the service worker, for a page unless for something else, while its address answers like this. */
async function ask(
  answer: () => Promise<{ status: number }>,
  path = '/locations/1',
  find = (name: string): string | undefined => `kept ${name}`,
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

test('a page is what the server answers, a refusal and an error of its own included', async () => {
  for (const status of [200, 403, 404, 500]) {
    const answer = { status }
    expect(await ask(async () => answer)).toBe(answer)
  }
})

test('without a connection, or with a proxy whose server is away, the page is the one that returns by itself', async () => {
  expect(await ask(() => Promise.reject(new TypeError('offline')))).toBe('kept /offline.html')
  for (const status of [502, 503, 504])
    expect(await ask(async () => ({ status })), String(status)).toBe('kept /offline.html')
})

test('where nothing was kept yet, a page is what there is', async () => {
  const nothing = () => undefined
  expect(await ask(async () => ({ status: 502 }), undefined, nothing)).toEqual({ status: 502 })
  expect(await ask(() => Promise.reject(new TypeError('offline')), undefined, nothing)).toBe('an error')
})

test('what that page needs is kept as well, and new where the server is there', async () => {
  for (const path of ['/offline.js', '/offline.css']) {
    expect(await ask(async () => ({ status: 502 }), path)).toBe(`kept ${path}`)
    expect(await ask(() => Promise.reject(new TypeError('offline')), path)).toBe(`kept ${path}`)
    expect(await ask(async () => ({ status: 200 }), path)).toEqual({ status: 200 })
  }
})
