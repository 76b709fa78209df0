/** Passes a file to the browser's download. */
export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // By the next task the download holds the data itself.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

export function downloadCsv(csv: string, name: string): void {
  downloadBlob(new Blob([csv], { type: 'text/csv;charset=utf-8' }), name)
}

/** A portable file name: letters, digits, dashes. */
export function formatFileName(parts: readonly string[], extension: string): string {
  const plain = parts
    .join('-')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase()
  return `${plain || 'chart'}.${extension}`
}
