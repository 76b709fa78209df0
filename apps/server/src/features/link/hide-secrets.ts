// A foreign device may send its settings along, also in pieces or not as JSON; cards of a charging station name people.
const secretNames =
  'pass(?:word|wd)?|pwd|psk|secret|token|api_?key|auth(?:orization)?|credentials?|idTag|idToken'
const quoted = new RegExp(
  `("[^"]{0,40}(?:${secretNames})[^"]{0,40}"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*"?|[^,}\\]\\s"]+)`,
  'gi',
)
const plain = new RegExp(
  `\\b([\\w-]{0,40}(?:${secretNames})[\\w-]{0,40}\\s*[=:]\\s*)(?:(?:Bearer|Basic|Token)\\s+)?[^\\s&,;"']+`,
  'gi',
)

/** The text of a message without the values of what is named like a secret. */
export function hideSecrets(text: string): string {
  return text.replace(quoted, '$1"•••"').replace(plain, '$1•••')
}
