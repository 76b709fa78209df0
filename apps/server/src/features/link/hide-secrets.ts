// A foreign device may send its settings along, also in pieces or not as JSON; cards of a charging station name people.
const secretNames =
  'pass(?:word|wd)?|pwd|psk|secret|token|api_?key|auth(?:orization)?|credentials?|idTag|idToken'
// A text, a list, what stands in a JSON text inside a JSON text, or a bare value.
const value = String.raw`("(?:[^"\\]|\\.)*"?|\[[^\]]*\]?|\\+"[^,}\]]*|[^,}\]\s"]+)`
const quoted = new RegExp(String.raw`("[^"]{0,40}(?:${secretNames})[^"]{0,40}"\s*:\s*)${value}`, 'gi')
/** Settings as pairs, as of charging stations and OpenEMS. */
const paired = new RegExp(
  String.raw`("(?:key|name)"\s*:\s*"[^"]{0,40}(?:${secretNames})[^"]{0,40}"[^{}]{0,200}?"value"\s*:\s*)${value}`,
  'gi',
)
const plain = new RegExp(
  String.raw`\b([\w-]{0,40}(?:${secretNames})[\w-]{0,40}'?\s*[=:]\s*)(?:(?:Bearer|Basic|Token)\s+)?(?:"[^"]*"?|'[^']*'?|[^\s&,;"']+)`,
  'gi',
)
/** The password in an address, as of a broker. */
const address = /(:\/\/[^\s/:@"]{0,100}:)[^\s/@"]{1,200}(?=@)/g

/** The text of a message without the values of what is named like a secret. */
export function hideSecrets(text: string): string {
  return text
    .replace(quoted, '$1"•••"')
    .replace(paired, '$1"•••"')
    .replace(plain, '$1•••')
    .replace(address, '$1•••')
}
