const reasons: Record<string, string> = {
  ENOTFOUND: 'its name is not found',
  EAI_AGAIN: 'its name is not found at present',
  ECONNREFUSED: 'nothing listens there: is the port right?',
  ECONNRESET:
    'the connection was cut: is the port one with TLS, and the address without, or the other way round?',
  EHOSTUNREACH: 'it cannot be reached: is this machine connected?',
  ENETUNREACH: 'it cannot be reached: is this machine connected?',
  ETIMEDOUT: 'it does not answer: does a firewall let this port out?',
  CERT_HAS_EXPIRED: 'its certificate has ended, or the clock of this machine is wrong',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: is the clock of this machine right?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'nobody known has signed its certificate: set CA_FILE',
  SELF_SIGNED_CERT_IN_CHAIN: 'nobody known has signed its certificate: set CA_FILE',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'nobody known has signed its certificate: set CA_FILE',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'nobody known has signed its certificate: set CA_FILE',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it speaks no TLS there: is the port right?',
}

/** In plain words, what kept a connection from being made. */
export function explainFailure(error: unknown): string {
  const { name, message, code, cause } = error as Error & { code?: string; cause?: unknown }
  if (name === 'TimeoutError') return reasons.ETIMEDOUT!
  if (code !== undefined && reasons[code]) return reasons[code]
  return cause instanceof Error ? explainFailure(cause) : message
}
