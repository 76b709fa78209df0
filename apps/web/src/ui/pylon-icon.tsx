/** A power line tower, the sign of the public grid, in the stroke of the other icons. */
export function PylonIcon({ size = 18, stroke = 1.6 }: { size?: number; stroke?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M8 21l3 -18h2l3 18" />
      <path d="M4 8h16M6 13h12" />
      <path d="M9.2 14l5.6 4M14.8 14l-5.6 4" />
    </svg>
  )
}
