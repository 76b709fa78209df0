import process from 'node:process'
import { describeStart } from './describe-start.ts'
import { explainStartError } from './explain-start-error.ts'
import { findUnknownSettings } from './find-unknown-settings.ts'
import { makePrivateDirectory } from './platform/make-directory.ts'
import { readSettings } from './settings.ts'

// Files written by the embedded database, the demo and the key are readable by this user only.
process.umask(0o077)

try {
  const settings = readSettings(process.env)
  for (const name of findUnknownSettings(process.env))
    console.warn(`${name} is no setting of Ohmstead and has no effect; README.md lists them.`)
  if (!settings.databaseUrl && makePrivateDirectory(settings.dataDir))
    console.warn(`${settings.dataDir} was open to other users of this machine; now only its owner reads it.`)
  // Imported after the settings are checked, so that a wrong one is reported at once.
  const { startServer } = await import('./start-server.ts')
  const server = await startServer(settings)
  console.log(describeStart(settings, server))
  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    server.deps.log.info({ signal }, 'stopping')
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
