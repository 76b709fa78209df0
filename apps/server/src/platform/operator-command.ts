import process from 'node:process'

/** What the operator types: `ohmstead admin list` with a release is `npm run admin -- list` in a checkout. */
export function operatorCommand(name: string, ...words: string[]): string {
  const isRelease = process.env.OHMSTEAD_RELEASE !== undefined
  const start = isRelease ? ['ohmstead', name] : ['npm run', name, ...(words.length > 0 ? ['--'] : [])]
  return [...start, ...words].join(' ')
}
