import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

// One step of the test run is one process; its output is kept together and shown when it ends.

export interface TestStep {
  name: string
  /** Arguments of the pinned Node. */
  args: string[]
  env?: Record<string, string>
  /** A Vitest run, counted test by test; any other step counts as one. */
  isVitest?: boolean
  timeoutSeconds?: number
}

export interface StepResult {
  name: string
  passed: number
  failed: number
  /** Names of the tests that ran, and of those that did not: shown, never silent. */
  ran: string[]
  skipped: string[]
  failures: string[]
  seconds: number
}

const running = new Set<ChildProcess>()

export function stopRunningSteps(): void {
  for (const child of running) killGroup(child)
}

export async function runStep(step: TestStep): Promise<StepResult> {
  const folder = mkdtempSync(join(tmpdir(), 'ohmstead-step-'))
  const reportFile = join(folder, 'report.json')
  const args = step.isVitest
    ? [...step.args, '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
    : step.args
  const startedAt = performance.now()
  const { isGood, output } = await runProcess(step, args)
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`\n━━ ${step.name} ${'━'.repeat(Math.max(2, 90 - step.name.length))} ${seconds.toFixed(1)} s`)
  process.stdout.write(output.endsWith('\n') || output === '' ? output : `${output}\n`)
  const counted = step.isVitest ? readVitestReport(reportFile) : null
  rmSync(folder, { recursive: true, force: true })
  if (!counted) {
    return {
      name: step.name,
      passed: isGood && !step.isVitest ? 1 : 0,
      failed: isGood && !step.isVitest ? 0 : 1,
      ran: [],
      skipped: [],
      failures: isGood ? [] : [step.name],
      seconds,
    }
  }
  // A file that could not be loaded has no tests to count, and still the run has failed.
  if (!isGood && counted.failed === 0) {
    counted.failed = 1
    counted.failures.push(`${step.name}: see its output`)
  }
  return { name: step.name, ...counted, seconds }
}

function runProcess(step: TestStep, args: string[]): Promise<{ isGood: boolean; output: string }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const child = spawn(process.execPath, args, {
      // A group of its own, so that what a step leaves running ends with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...step.env },
    })
    running.add(child)
    const limitSeconds = step.timeoutSeconds ?? 2400
    const timer = setTimeout(() => {
      chunks.push(Buffer.from(`\nstopped after ${limitSeconds} s\n`))
      killGroup(child)
    }, limitSeconds * 1000)
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', (error) => chunks.push(Buffer.from(String(error))))
    child.on('close', (code) => {
      clearTimeout(timer)
      running.delete(child)
      resolve({ isGood: code === 0, output: Buffer.concat(chunks).toString() })
    })
  })
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[]
}

function readVitestReport(file: string): Omit<StepResult, 'name' | 'seconds'> | null {
  let report: VitestReport
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  } catch {
    return null
  }
  const named = (...statuses: string[]) =>
    report.testResults.flatMap((result) =>
      result.assertionResults
        .filter(({ status }) => statuses.includes(status))
        .map(({ fullName }) => `${result.name.replace(`${process.cwd()}/`, '')}: ${fullName}`),
    )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    ran: named('passed', 'failed'),
    skipped: named('skipped', 'pending', 'todo', 'disabled'),
    failures: named('failed'),
  }
}
