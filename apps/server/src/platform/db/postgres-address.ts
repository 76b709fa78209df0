const attribute = 'target_session_attrs'

export interface PostgresAddress {
  /** The same address, each with one host. */
  urls: readonly string[]
  /** A standby, which takes no writes, does not count. */
  needsPrimary: boolean
}

/** Throws an error that says what is wrong with it. */
export function parsePostgresAddress(address: string): PostgresAddress {
  const [, start, hosts, rest = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(address) ?? []
  if (start === undefined || hosts === undefined)
    throw new Error('must start with postgres:// or postgresql://')
  const [path, query] = splitOnce(rest, '?')
  const wanted = new URLSearchParams(query).get(attribute)
  // Every process of the cloud writes.
  if (wanted !== null && wanted !== 'read-write' && wanted !== 'primary')
    throw new Error(`${attribute} must be read-write`)
  const kept = query.split('&').filter((part) => part !== '' && !part.startsWith(`${attribute}=`))
  const tail = `${path}${kept.length > 0 ? `?${kept.join('&')}` : ''}`
  const names = hosts.split(',')
  const urls = names.map((host) => `${start}${host}${tail}`)
  if (names.length > 1 && names.includes('')) throw new Error('names an empty host')
  if (!urls.every((url) => URL.canParse(url))) throw new Error('must be an address')
  return { urls, needsPrimary: names.length > 1 || wanted !== null }
}

function splitOnce(text: string, border: string): [string, string] {
  const at = text.indexOf(border)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
