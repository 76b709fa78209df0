import { queryClient } from '../shared/query-client.ts'
import { getUser } from '../shared/session/current-user.ts'

/** A slow answer is awaited by the page itself, which shows its outline meanwhile. */
const longestMs = 250

/**
 * The metering points, which start.js asked for, are nearly there when the application is. With them the first drawing
 * of the calculations is the page itself, in pieces, in place of an outline that is thrown away and a frame drawn
 * without a pause. Pages of a location are not awaited: their outline is there sooner, and a phone shows it first.
 */
export async function awaitFirstAnswers(pathname: string): Promise<void> {
  if (!getUser() || !/\/moj-elektro\/calculations\/?$/.test(pathname)) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, longestMs)
  })
  // What fails is shown by the page, which asks again.
  await Promise.race([late, askForDevices().catch(() => {})])
  clearTimeout(timer)
}

async function askForDevices(): Promise<void> {
  // Its file comes with the page; other pages do not need it.
  const { devicesQuery } = await import('../shared/portal/portal-query.ts')
  await queryClient.prefetchQuery(devicesQuery)
}
