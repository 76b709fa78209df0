/** The clipboard needs a secure origin; on plain HTTP in a home network the older API still works. */
export async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  const host = document.querySelector('dialog[open]') ?? document.body
  host.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
