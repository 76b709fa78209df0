import { accessSync } from 'node:fs'
import type { CliOptions } from '../cli-options.ts'
import type { Enrolment } from '../link/enrol.ts'
import type { DdiAddress } from './ddi-client.ts'
import { hasOpenssl } from './verify-signature.ts'

/** Where updates come from; null if none are wanted, or if what was signed could not be checked here. */
export function findDdiAddress(
  { softwareCertificate, ddiUrl, url }: CliOptions,
  { httpToken, ddi }: Enrolment,
  log: (message: string) => void,
): DdiAddress | null {
  if (softwareCertificate === null) return null
  accessSync(softwareCertificate)
  if (!hasOpenssl()) {
    log('no updates: the program openssl is missing')
    return null
  }
  if (ddi && ddiUrl === null) return ddi
  const base = ddiUrl ?? (url === null ? null : `${url.replace(/\/+$/, '')}/ddi`)
  if (base !== null && httpToken !== null) return { url: base, tenant: 'ohmstead', token: httpToken }
  throw new Error('--software-certificate needs --ddi and --token, or an enrolment')
}
