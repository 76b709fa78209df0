import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { DemoFleet, DemoFleetCommand, DemoFleetReport } from '@ohmstead/contract/demo-fleet'
import { type DemoRun, startDemoController } from './demo-controller.ts'

// All demo controllers in one process, started by the server of the demo with an IPC channel and ended with it.

let runs: DemoRun[] = []
let isStopping = false
const cancelledCompanies = new Set<number>()

// A killed server takes the channel with it, perhaps before this process notices: nobody is left to report to.
const report = (message: DemoFleetReport) =>
  process.connected && process.send?.(message, undefined, undefined, () => {})

async function start(fleet: DemoFleet): Promise<void> {
  mkdirSync(fleet.directory, { recursive: true, mode: 0o700 })
  const started = fleet.controllers.map((controller) => ({
    controller,
    run: startDemoController({
      controller,
      fleet,
      file: join(fleet.directory, `${controller.serial}.db`),
      log: (text) => report({ type: 'log', serial: controller.serial, text }),
    }),
  }))
  runs = started.map(({ run }) => run)
  for (const { controller, run } of started)
    if (run.officialMeter) report({ type: 'officialMeter', serial: controller.serial, ...run.officialMeter })
  const wanted = started.filter(
    ({ controller, run }) => !controller.isHistoryCancelled && run.doneDays < run.totalDays,
  )
  const companies = Map.groupBy(wanted, ({ controller }) => controller.companyId)
  await Promise.all(
    [...companies].map(([companyId, members]) =>
      sendHistory(
        companyId,
        members.map(({ run }) => run),
      ),
    ),
  )
}

async function sendHistory(companyId: number, members: readonly DemoRun[]): Promise<void> {
  const total = members.reduce((sum, run) => sum + run.totalDays, 0)
  let done = members.reduce((sum, run) => sum + run.doneDays, 0)
  const reportHistory = (state: 'running' | 'done' | 'cancelled') =>
    report({ type: 'history', companyId, done, total, state })
  reportHistory('running')
  const watch = {
    onDay: () => {
      done += 1
      reportHistory('running')
    },
    isCancelled: () => isStopping || cancelledCompanies.has(companyId),
  }
  const results = await Promise.all(members.map((run) => run.sendHistory(watch)))
  reportHistory(results.every(Boolean) ? 'done' : 'cancelled')
}

async function stop(): Promise<void> {
  isStopping = true
  await Promise.all(runs.map((run) => run.close()))
  process.exit(0)
}

process.on('message', (command: DemoFleetCommand) => {
  if (command.type === 'start') {
    start(command.fleet).catch((error: Error) => {
      report({ type: 'log', serial: '', text: error.stack ?? error.message })
      if (!isStopping) process.exit(1)
    })
  } else if (command.type === 'cancelHistory') cancelledCompanies.add(command.companyId)
  else void stop()
})
// Without its server a demo controller has nobody to talk to.
process.on('disconnect', () => void stop())
// Ctrl-C reaches the whole process group; the server decides when this one ends.
process.on('SIGINT', () => {})
