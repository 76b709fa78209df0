import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { endWithParent, startServerProcess } from './server-process.ts'

function writeProgram(source: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'ohmstead-child-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const program = join(directory, 'program.mjs')
  writeFileSync(program, source)
  return program
}

const hasEnded = async (pid: number) => {
  await expect.poll(() => isAlive(pid)).toBe(false)
}
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('ends a server that does not get ready in time', async () => {
  const program = writeProgram('setInterval(() => {}, 1000)')
  const error = await startServerProcess({}, { program, limitMs: 500 }).catch((reason: Error) => reason)
  const [, pid] = /process (\d+)\) was not ready after 500 ms/.exec(String(error)) ?? []
  await hasEnded(Number(pid))
})

it('ends a server with the process that started it, also when that is killed', async () => {
  const child = writeProgram('setInterval(() => {}, 1000)')
  const parent = writeProgram(`
    import { spawn } from 'node:child_process'
    const args = ['--import', ${JSON.stringify(endWithParent)}, ${JSON.stringify(child)}]
    console.log(spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'ignore'] }).pid)
    setInterval(() => {}, 1000)`)
  const running = spawn(process.execPath, [parent], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(running.stdout, 'data')) as [Buffer]
  expect(isAlive(Number(line))).toBe(true)
  running.kill('SIGKILL')
  await hasEnded(Number(line))
})

it('lets a program end by itself', async () => {
  const running = spawn(process.execPath, ['--import', endWithParent, writeProgram('')], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  expect(await once(running, 'exit')).toEqual([0, null])
})
