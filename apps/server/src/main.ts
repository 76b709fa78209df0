import process from 'node:process'
import { describeStart } from './describe-start.ts'
import { explainStartError } from './explain-start-error.ts'
import { readSettings } from './settings.ts'
import { startServer } from './start-server.ts'

try {
  const settings = readSettings(process.env)
  const server = await startServer(settings)
  console.log(describeStart(settings, server))
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    server.stop().then(
      () => process.exit(0),
      (error) => {
        server.deps.log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
} catch (error) {
  console.error(explainStartError(error) ?? error)
  process.exit(1)
}
