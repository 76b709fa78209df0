import { DbError } from './platform/db/db-error.ts'
import { DirectoryError } from './platform/make-directory.ts'
import { OperatorError } from './platform/operator-error.ts'

/** One clear line for errors that the operator can fix; null for those that need the full error. */
export function explainStartError(error: unknown): string | null {
  if (error instanceof DirectoryError) return `Wrong setting. DATA_DIR: ${error.message}`
  if (error instanceof OperatorError) return error.message
  if (error instanceof DbError) return `The database does not answer: ${error.message}`
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `${message}. Is Ohmstead running already?`
  if (syscall === 'listen') return `Wrong setting. HOST or a port: ${message}`
  if (syscall === 'getaddrinfo') return `Wrong setting. HOST, MQTT_HOST or METRICS_HOST: ${message}`
  return null
}
