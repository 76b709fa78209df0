/** Prints the letter alone, as the browser prints any page: on paper, or as a PDF. */
export function printLetter(letter: string): void {
  const sheet = document.createElement('pre')
  sheet.textContent = letter
  sheet.dataset.letter = ''
  document.body.append(sheet)
  document.documentElement.toggleAttribute('data-letter-only', true)
  const end = () => {
    document.documentElement.toggleAttribute('data-letter-only', false)
    sheet.remove()
  }
  addEventListener('afterprint', end, { once: true })
  window.print()
}
