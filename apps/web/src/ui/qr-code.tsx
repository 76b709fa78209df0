import { encodeQR } from 'qr'

/** A QR code, dark on white in every theme since that is what cameras read best. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const cells = encodeQR(text, 'raw', { ecc: 'medium', border: 2 })
  const path = cells
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      className={className}
      viewBox={`0 0 ${cells.length} ${cells.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}
