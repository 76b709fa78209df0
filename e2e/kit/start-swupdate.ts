import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { TestController } from '../../apps/server/src/features/link/link-test-kit.ts'
import { findProgram } from '../../tools/test-run/system-packages.ts'

/** A unit of systemd waits a tenth of a second; a device that fails at once should not fill the processor. */
const restartMs = 1000

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
  const devices: Swupdate[] = []

  return {
    start(controller: TestController, { more = '', hardware = 'A' } = {}): Swupdate {
      const own = mkdtempSync(join(folder, 'run-'))
      const suricatta = `-t ohmstead -u ${url}/ddi -i ${controller.serial} -k ${controller.token} -p 1 ${more}`
      let words = ''
      let isWanted = true
      let child: ChildProcess

      function run(): void {
        child = spawn(
          findProgram('swupdate')!,
          ['-v', '-B', 'none', '-M', '-m', '-H', `board:${hardware}`, '-k', certificateFile, '-u', suricatta],
          {
            stdio: ['ignore', 'pipe', 'pipe'],
            env: { ...process.env, TMPDIR: own, RUNTIME_DIRECTORY: own },
            cwd: own,
          },
        )
        for (const stream of [child.stdout!, child.stderr!])
          stream.on('data', (chunk) => {
            words += chunk
          })
        // As its service does. It refuses an image while it still receives it, and dies of SIGPIPE if that is a moment too
        // early.
        child.once('exit', () => {
          if (isWanted) setTimeout(() => isWanted && run(), restartMs)
        })
      }

      async function kill(): Promise<void> {
        isWanted = false
        child.kill('SIGKILL')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      }

      run()
      const device = { words: () => words, kill }
      devices.push(device)
      return device
    },
    async stop(): Promise<void> {
      for (const { kill } of devices) await kill()
    },
  }
}
