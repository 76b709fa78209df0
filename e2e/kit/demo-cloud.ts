import type { TestProject } from 'vitest/node'
import { demoHistoryDays, startDemoProcess } from './demo-snapshot.ts'

// The demo cloud with its controllers, shared by all journeys that only read. A journey that writes uses a
// person or a location that no other journey uses.

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
