import styles from './brand.module.css'

/** The product's sign, an ohm that is also a house on its ground, with its name. */
export function BrandMark({
  name,
  logo = null,
  size = 22,
}: {
  name: string
  logo?: string | null
  size?: number
}) {
  if (logo) return <img className={styles.logo} src={logo} alt={name} height={size * 1.3} />
  return (
    <span className={styles.brand}>
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
        <path
          d="M5 26h7.2v-3a9.5 9.5 0 1 1 7.6 0v3H27"
          fill="none"
          stroke="var(--accent)"
          strokeWidth="3.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {name}
    </span>
  )
}
