import type { TestProject } from 'vitest/node'
import { demoHistoryDays, startDemoProcess } from './demo-snapshot.ts'

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
  const server = await startDemoProcess()
  await server.ready
  project.provide('demo', { url: server.url, mqttPort: server.mqttPort, historyDays: demoHistoryDays })
  return () => server.stop()
}
