import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Certificates {
  ca: string
  cert: string
  key: string
}

/** A certificate authority below `folder`, and what it signs. `openssl` comes with PostgreSQL and Mosquitto. */
export function makeAuthority(folder: string, name: string) {
  const file = (of: string) => join(folder, `${name}-${of}`)
  const run = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const key = (of: string) => [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    file(of),
  ]
  const ca = file('ca.pem')
  run('req', '-x509', ...key('ca.key'), '-out', ca, '-days', '2', '-subj', `/CN=${name}`)
  return {
    /** A certificate for `localhost`, or other names, and, as a client, for the user `commonName`. */
    sign(commonName: string, subjectNames = 'DNS:localhost,IP:127.0.0.1'): Certificates {
      const [request, cert] = [file(`${commonName}.csr`), file(`${commonName}.pem`)]
      const names = file('names.cnf')
      writeFileSync(names, `subjectAltName=${subjectNames}\n`)
      run('req', '-new', ...key(`${commonName}.key`), '-out', request, '-subj', `/CN=${commonName}`)
      const signing = [
        '-CA',
        ca,
        '-CAkey',
        file('ca.key'),
        '-CAcreateserial',
        '-extfile',
        names,
        '-days',
        '2',
      ]
      run('x509', '-req', '-in', request, '-out', cert, ...signing)
      return { ca, cert, key: file(`${commonName}.key`) }
    },
  }
}
