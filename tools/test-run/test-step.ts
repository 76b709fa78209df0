import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import process from 'node:process'

// One step of the test run is one process; its output is collected and shown when it ends.

export interface TestStep {
  name: string
  /** Steps of a kind are summed in the list of times. */
  kind: string
  /** The step whose result this one uses. */
  after?: string
  /** Arguments of the pinned Node. */
  args: string[]
  env?: Record<string, string>
  /** A Vitest run, counted test by test; any other step counts as one. */
  isVitest?: boolean
  /** The whole run takes as long as this: other steps have what it leaves of the processor. */
  hasPriority?: boolean
  /** Drives browsers, brokers or processes, which may fail by chance: docs/decisions/0010. */
  hasSecondTry?: boolean
  /** The current change may affect none of its tests. */
  mayBeEmpty?: boolean
  timeoutSeconds?: number
}

export interface TestOutcome {
  /** Empty for failures outside of test files. */
  file: string
  name: string
  status: 'passed' | 'failed' | 'skipped'
}

export interface StepResult {
  name: string
  kind: string
  outcomes: TestOutcome[]
  /** Failed once and passed when its file ran again: shown, never silent. */
  secondTries: TestOutcome[]
  seconds: number
}

/** More at once are no coincidence. */
const maxFilesAgain = 2

/** Node's compile cache of the servers' modules, which saves half of a start. */
const compiled = resolve('.cache', 'compiled')

/** A third of the processor time of those in front, where both want it. */
const behind = 5

const running = new Set<ChildProcess>()

export function stopRunningSteps(): void {
  for (const child of running) killGroup(child)
}

export async function runStep(step: TestStep): Promise<StepResult> {
  const first = await runOnce(step)
  const files = step.hasSecondTry ? listFilesAgain(first) : []
  if (files.length === 0) return first
  const again = await runOnce({ ...step, name: `${step.name}, again`, args: [...step.args, ...files] })
  return mergeTries(first, again, files)
}

/** The files to run again; none if all is well, if too much failed, or if a failure belongs to no file. */
export function listFilesAgain({ outcomes }: Pick<StepResult, 'outcomes'>): string[] {
  const files = new Set(outcomes.filter(({ status }) => status === 'failed').map(({ file }) => file))
  return files.has('') || files.size > maxFilesAgain ? [] : [...files]
}

/** The first try, with the results of the files that ran again. */
export function mergeTries(first: StepResult, again: StepResult, files: readonly string[]): StepResult {
  const failuresOf = ({ outcomes }: StepResult) => outcomes.filter(({ status }) => status === 'failed')
  const failsAgain = ({ file, name }: TestOutcome) =>
    failuresOf(again).some((outcome) => outcome.file === file && outcome.name === name)
  const outcomes = [...first.outcomes.filter(({ file }) => !files.includes(file)), ...again.outcomes]
  return {
    name: first.name,
    kind: first.kind,
    outcomes,
    secondTries: failuresOf(first).filter((outcome) => !failsAgain(outcome)),
    seconds: first.seconds + again.seconds,
  }
}

async function runOnce(step: TestStep): Promise<StepResult> {
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
  const outcomes = step.isVitest ? (readVitestReport(reportFile) ?? []) : []
  rmSync(folder, { recursive: true, force: true })
  const hasFailed = outcomes.some(({ status }) => status === 'failed')
  const isEmpty = step.mayBeEmpty && isGood && outcomes.length === 0
  // A file that could not be loaded has no tests to count, and still the run has failed.
  if (!step.isVitest || outcomes.length === 0 || (!isGood && !hasFailed)) {
    const isPassed = isGood && (!step.isVitest || isEmpty)
    outcomes.push({ file: '', name: step.name, status: isPassed ? 'passed' : 'failed' })
  }
  return { name: step.name, kind: step.kind, outcomes, secondTries: [], seconds }
}

function runProcess(step: TestStep, args: string[]): Promise<{ isGood: boolean; output: string }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const child = spawn(process.execPath, args, {
      // A separate process group, so that leftovers of a step end with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NO_COLOR: '1',
        FORCE_COLOR: '0',
        NODE_COMPILE_CACHE: compiled,
        ...step.env,
      },
    })
    running.add(child)
    if (!step.hasPriority) stepBack(child)
    const limitSeconds = step.timeoutSeconds ?? 3600
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

/** Linux shares the processor between sessions before processes, and each step is a session. */
function stepBack({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    setPriority(pid, behind)
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/autogroup`, `${behind}`)
  } catch {
    // It has ended already, or the kernel does not group sessions.
  }
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
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

function readVitestReport(path: string): TestOutcome[] | null {
  let report: VitestReport
  try {
    report = JSON.parse(readFileSync(path, 'utf8')) as VitestReport
  } catch {
    return null
  }
  return report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const outcomes = assertionResults.map((result): TestOutcome => {
      const isRun = result.status === 'passed' || result.status === 'failed'
      return {
        file,
        name: result.fullName,
        status: isRun ? (result.status as 'passed' | 'failed') : 'skipped',
      }
    })
    // The failure may be in the file itself, or its set-up, and in none of its tests.
    if (status === 'failed' && !outcomes.some((outcome) => outcome.status === 'failed'))
      outcomes.push({ file, name: 'the file', status: 'failed' })
    return outcomes
  })
}
