import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { TestController } from '../../apps/server/src/features/link/link-test-kit.ts'
import { findProgram } from '../../tools/test-run/system-packages.ts'

export interface Swupdate {
  words(): string
  kill(): Promise<void>
}

export interface SwupdateWorld {
  url: string
  /** Of whoever signs its images. */
  certificateFile: string
  folder: string
}

/** Starts the unmodified SWUpdate of Debian as one controller or another, each with sockets of its own. */
export function createSwupdates({ url, certificateFile, folder }: SwupdateWorld) {
  const started: ChildProcess[] = []

  async function kill(child: ChildProcess): Promise<void> {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }

  return {
    start(controller: TestController, { more = '', hardware = 'A' } = {}): Swupdate {
      const own = mkdtempSync(join(folder, 'run-'))
      const suricatta = `-t ohmstead -u ${url}/ddi -i ${controller.serial} -k ${controller.token} -p 1 ${more}`
      const child = spawn(
        findProgram('swupdate')!,
        ['-v', '-B', 'none', '-M', '-m', '-H', `board:${hardware}`, '-k', certificateFile, '-u', suricatta],
        {
          stdio: ['ignore', 'pipe', 'pipe'],
          env: { ...process.env, TMPDIR: own, RUNTIME_DIRECTORY: own },
          cwd: own,
        },
      )
      started.push(child)
      let words = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          words += chunk
        })
      return { words: () => words, kill: () => kill(child) }
    },
    async stop(): Promise<void> {
      for (const child of started) await kill(child)
    },
  }
}
