import process from 'node:process'
import { describeMissing } from './release/describe-missing.ts'

// What a release starts: `ohmstead serve`, and the commands of who runs the server. `tools/release.ts` bundles it.

process.env.OHMSTEAD_RELEASE = '1'

const usage = `ohmstead serve          the server; as a service: systemctl start ohmstead
ohmstead check          says what the settings lack
ohmstead admin …        super admins, links to choose a password
ohmstead data …         exports, imports, gives a new key
ohmstead db …           confirms lower ages of readings, spreads the tables over a Citus cluster
ohmstead --version

Settings come from the environment; the command of the Debian package reads /etc/ohmstead/ohmstead.env. See ohmstead(8).`

const [name, ...rest] = process.argv.slice(2)
// The commands read what follows their name; `--` before it is a habit of npm.
process.argv.splice(2, process.argv.length, ...(rest[0] === '--' ? rest.slice(1) : rest))

switch (name) {
  case 'serve':
    if (/^(1|true)$/.test(process.env.DEMO ?? ''))
      endWith(['DEMO: the demo is part of the source, not of a release; there `npm start` starts it.'])
    endWith(describeMissing(process.env))
    await import('../apps/server/src/main.ts')
    break
  case 'check':
    endWith(describeMissing(process.env))
    console.log('The settings are complete.')
    break
  case 'admin':
    await import('./admin.ts')
    break
  case 'data':
    await import('./data.ts')
    break
  case 'db':
    await import('./db.ts')
    break
  case '--version': {
    const { version } = await import('../apps/server/src/platform/version.ts')
    console.log(`ohmstead ${version}`)
    break
  }
  case '--help':
  case '-h':
    console.log(usage)
    break
  default:
    console.error(usage)
    process.exit(2)
}

function endWith(problems: readonly string[]): void {
  if (problems.length === 0) return
  for (const problem of problems) console.error(problem)
  process.exit(1)
}
