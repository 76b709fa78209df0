import type { Page } from 'playwright'

/**
 * The body of the server's answer to the page's next POST to this address. It is read on the way to the page: the
 * browser itself may have discarded a body by the time it is requested.
 */
export async function expectAnswer<Answer>(page: Page, address: RegExp): Promise<() => Promise<Answer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  // Whoever waits gets the error; a test that failed before has its own reason.
  promise.catch(() => {})
  let isAnswered = false
  await page.route(address, async (route) => {
    if (isAnswered || route.request().method() !== 'POST') return route.fallback()
    isAnswered = true
    try {
      const response = await route.fetch()
      await route.fulfill({ response })
      resolve(((await response.json()) as { data: Answer }).data)
    } catch (error) {
      reject(error)
    }
  })
  return () => promise
}
