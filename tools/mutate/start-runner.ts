import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { RunAnswer, RunRequest } from './fault-runner.ts'
import { kindOfTest } from './rank-tests.ts'

export interface TestRun extends RunAnswer {
  seconds: number
  /** The faults that the test reached, on or off. */
  reached: string[]
}

/** Runs test files one after the other in the copy, each with one fault on or none. Hanging ones are killed and count as failed. */
export function startRunner(copy: string) {
  const folder = mkdtempSync(join(tmpdir(), 'ohmstead-fault-'))
  const [switchFile, log] = [join(folder, 'switch.json'), join(folder, 'reached.txt')]
  let child: ChildProcess | null = null

  function getChild(): ChildProcess {
    child ??= spawn(process.execPath, [join('tools', 'mutate', 'fault-runner.ts')], {
      cwd: copy,
      // A separate process group, so that leftovers of a test end with it.
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, FAULT_SWITCH: switchFile, NODE_ENV: 'test' },
    })
    return child
  }

  function stop(): void {
    if (child?.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      child.kill('SIGKILL')
    }
    child = null
  }

  function ask(request: RunRequest, limitMs: number): Promise<RunAnswer> {
    return new Promise((resolve) => {
      const asked = getChild()
      const end = (answer: RunAnswer) => {
        clearTimeout(timer)
        asked.off('message', end)
        asked.off('exit', gone)
        resolve(answer)
      }
      const gone = () => {
        child = null
        end({ failure: `${request.file}: the process ended` })
      }
      const timer = setTimeout(() => {
        asked.off('exit', gone)
        stop()
        end({ failure: `${request.file}: no end within ${limitMs / 1000} s` })
      }, limitMs)
      asked.on('message', end)
      asked.on('exit', gone)
      asked.send(request)
    })
  }

  return {
    async run(file: string, faultId: string, limitMs: number): Promise<TestRun> {
      writeFileSync(switchFile, JSON.stringify({ on: faultId, log }))
      rmSync(log, { force: true })
      const startedAt = performance.now()
      const answer = await ask({ kind: kindOfTest(file)!, file }, limitMs)
      const reached = existsSync(log) ? new Set(readFileSync(log, 'utf8').trim().split('\n')) : []
      return { ...answer, seconds: (performance.now() - startedAt) / 1000, reached: [...reached] }
    },
    close(): void {
      stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
