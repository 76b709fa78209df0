import type { TestProject } from 'vitest/node'
import { startCloudProcess } from './cloud-process.ts'
import { emails, password } from './people.ts'

// The demo cloud with its controllers, once for all journeys that only look at it. A journey that writes does so as a
// person or on a place that no other journey looks at.

export interface DemoCloud {
  url: string
  mqttPort: number
  /** The days of history that its controllers have sent before the first journey began. */
  historyDays: number
}

declare module 'vitest' {
  interface ProvidedContext {
    demo: DemoCloud
  }
}

export default async function startDemoCloud(project: TestProject): Promise<() => Promise<void>> {
  const historyDays = 30
  const server = await startCloudProcess({ DEMO: '1', DEMO_HISTORY_DAYS: String(historyDays) })
  await server.ready
  const startedAt = performance.now()
  await waitForHistory(server.url)
  console.log(`${historyDays} days of history after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  project.provide('demo', { url: server.url, mqttPort: server.mqttPort, historyDays })
  return () => server.stop()
}

/** The demo shows how far its history is as one job per company, which everybody in the company may watch. */
export async function waitForHistory(url: string): Promise<void> {
  let cookie = ''
  for (let tries = 0; tries < 600; tries++) {
    cookie ||= await findCookie(url)
    const answer = (await (await fetch(`${url}/api/jobs`, { headers: { cookie } })).json()) as {
      data?: { jobs: { kind: string; state: string; error: string | null }[] }
    }
    const jobs = (answer.data?.jobs ?? []).filter(({ kind }) => kind === 'demo_history')
    if (jobs.length > 0 && jobs.every(({ state }) => state === 'done')) return
    const failed = jobs.find(({ state }) => state === 'failed')
    if (failed) throw new Error(`the demo's history failed: ${failed.error}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('the history of the demo was not there after five minutes')
}

/** Empty until the people of the demo are there, which is a moment after the server answers. */
async function findCookie(url: string): Promise<string> {
  const signIn = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: { email: emails.admin, password, remember: false, staySignedIn: false } }),
  })
  return signIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
