import type { CliOptions } from '../cli-options.ts'
import type { Enrolment } from '../link/enrol.ts'
import { checkBroker, checkToken } from './check-broker.ts'
import { checkClock, checkCloud, checkNames } from './check-cloud.ts'
import { checkDisk, checkSerialPort } from './check-machine.ts'
import type { Finding } from './finding.ts'

/** Everything a controller needs, tried once, without a reading being sent. */
export async function runSelfTest(options: CliOptions, kept: Enrolment | null): Promise<Finding[]> {
  const address =
    options.mqttUrl && options.password
      ? { url: options.mqttUrl, user: options.serial, password: options.password }
      : (kept?.address ?? null)
  const findings = [checkDisk(options.dataDir)]
  if (options.p1Port) findings.push(checkSerialPort(options.p1Port))
  findings.push(await checkNames([options.url, address?.url ?? null]))
  if (options.url) {
    const cloud = await checkCloud(options.url)
    findings.push(cloud.finding, checkClock(cloud.cloudTime, Date.now()))
    if (options.token) findings.push(await checkToken(options.url, options.serial, options.token))
  }
  if (address) findings.push(...(await checkBroker(options.serial, address)))
  else if (options.secret)
    findings.push({
      name: 'Credentials',
      isOk: true,
      text: 'none yet: the first start exchanges the secret for them',
    })
  return findings
}

/** One line for each, failures marked; the last says what it comes to. */
export function describeFindings(findings: readonly Finding[]): string {
  const failed = findings.filter(({ isOk }) => !isOk).length
  const lines = findings.map(({ name, isOk, text }) => `${isOk ? 'ok    ' : 'FAILED'}  ${name}: ${text}`)
  const sum = failed === 0 ? 'Everything works.' : `${failed} of ${findings.length} checks failed.`
  return [...lines, sum].join('\n')
}
