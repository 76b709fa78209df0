import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const source = readFileSync(new URL('../../public/service-worker.js', import.meta.url), 'utf8')

/** Opens a page through the service worker, while its address answers like this. */
async function openPage(answer: () => Promise<{ status: number }>): Promise<unknown> {
  const listeners: Record<string, (event: unknown) => void> = {}
  const self = {
    location: { origin: 'https://cloud.example' },
    addEventListener: (name: string, listener: (event: unknown) => void) => {
      listeners[name] = listener
    },
  }
  const caches = { match: async (path: string) => `kept ${path}` }
  runInNewContext(source, { self, caches, fetch: answer, URL })
  const request = { method: 'GET', mode: 'navigate', url: 'https://cloud.example/locations/1' }
  return new Promise((respondWith) => listeners.fetch!({ request, respondWith }))
}

test('a page is what the server answers, a refusal and an error of its own included', async () => {
  for (const status of [200, 403, 404, 500]) {
    const answer = { status }
    expect(await openPage(async () => answer)).toBe(answer)
  }
})

test('without a connection, or with a proxy whose server is away, the page is the one that returns by itself', async () => {
  expect(await openPage(() => Promise.reject(new TypeError('offline')))).toBe('kept /offline.html')
  for (const status of [502, 503, 504])
    expect(await openPage(async () => ({ status })), String(status)).toBe('kept /offline.html')
})
